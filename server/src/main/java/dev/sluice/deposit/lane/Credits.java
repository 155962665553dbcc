package dev.sluice.deposit.lane;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositState.Cancelled;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Label;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.Payment.PaymentStatus;
import dev.sluice.deposit.Pricing;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.deposit.Status;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/// Total of token payments. A payer on a chain can send any amount, in parts, and nobody can send it back. The service
/// counts payments until they are enough or the time is over, and then credits them.
public final class Credits {
    private static final MathContext PRECISION = new MathContext(24, RoundingMode.HALF_UP);

    private Credits() {}

    /// Returns the amount received for a deposit so far.
    public static Money received(Deposit deposit) {
        return deposit.progress().payments().stream()
                .filter(Credits::counts)
                .map(Payment::amount)
                .reduce(Money.zero(deposit.requested().priced().input().asset()), Money::plus);
    }

    /// Returns true if the deposit has a payment that waits for the rest.
    static boolean isPartlyPaid(Deposit deposit) {
        return deposit.progress().payments().stream()
                .anyMatch(payment -> payment.status() == Payment.PaymentStatus.RECEIVED);
    }

    /// Returns true if a deposit that was just paid waits for the rest: a deposit of tokens before its expiry.
    public static boolean waits(Deposit paid, Instant paidAt) {
        return paid.type() == Asset.Kind.CRYPTO
                && paid.state() instanceof Pending
                && received(paid).compareTo(paid.requested().priced().input()) < 0
                && !paidAt.isAfter(paid.progress().expiresAt());
    }

    /// Returns true if the house keeps a payment because the deposit has the maximum number of payments. A payment
    /// that completes the deposit is always taken, so that dust payments cannot keep out the real payer.
    static boolean isTooMuch(Deposit deposit, Money amount) {
        return deposit.progress().payments().size() >= IncomingPaymentHandler.PAYMENTS_MAX
                && !completes(deposit, amount);
    }

    /// Returns true if a payment of this amount completes a deposit: exactly the requested amount in fiat, or at
    /// least the rest in tokens.
    static boolean completes(Deposit deposit, Money amount) {
        var requested = deposit.requested().priced().input();
        return switch (deposit.type()) {
            case FIAT -> !(deposit.state() instanceof Completed) && amount.equals(requested);
            case CRYPTO ->
                deposit.state() instanceof Pending
                        && received(deposit).plus(amount).compareTo(requested) >= 0;
        };
    }

    /// Returns the time of the last payment that waits for the rest.
    static Instant lastPaidAt(Deposit deposit) {
        return deposit.progress().payments().stream()
                .filter(Credits::counts)
                .map(Payment::paidAt)
                .max(Instant::compareTo)
                .orElseThrow();
    }

    /// Returns the time at which a deposit was paid. A payment after the full amount does not change it.
    static Instant paidAt(Deposit before, Payment payment) {
        return before.state() instanceof Completed(var _, var paidAt)
                        && received(before)
                                        .compareTo(before.requested().priced().input())
                                >= 0
                ? paidAt
                : payment.paidAt();
    }

    /// Computes the amounts of all payments together: each payment at the rate of its own arrival, and one fee for
    /// all of them. A fee higher than the payments takes all of them. More input than is credited never yields
    /// less output, nor less input more: a lower rate or the rounding of the fee could make a unit of difference.
    static Priced of(Deposit deposit) {
        var input = received(deposit);
        var output = deposit.requested().priced().output().asset();
        var priced = new Pricing(deposit.requested().fee(), rate(deposit, input), output).ofInput(input);
        if (priced.fee().compareTo(input) > 0) {
            priced = new Priced(input, input, priced.rate(), Money.zero(output));
        }
        return priced.isConverted() && deposit.state() instanceof Completed(var credit, var _)
                ? new Priced(input, priced.fee(), priced.rate(), bounded(priced, credit))
                : priced;
    }

    private static Money bounded(Priced now, Priced before) {
        int more = now.input().compareTo(before.input());
        boolean isAgainst = more != 0 && more * now.output().compareTo(before.output()) < 0;
        return isAgainst ? before.output() : now.output();
    }

    private static BigDecimal rate(Deposit deposit, Money received) {
        var asked = deposit.requested().priced().rate();
        boolean same = deposit.progress().payments().stream()
                .filter(Credits::counts)
                .allMatch(payment -> payment.rate().compareTo(asked) == 0);
        if (same || received.isZero()) {
            return asked;
        }
        return deposit.progress().payments().stream()
                .filter(Credits::counts)
                .map(payment -> payment.amount().decimal().multiply(payment.rate()))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(received.decimal(), PRECISION)
                .stripTrailingZeros();
    }

    /// Returns the rate at which an amount yields as much as its two parts do at their own rates.
    static BigDecimal average(Money one, BigDecimal rate, Money other, BigDecimal otherRate) {
        return one.decimal()
                .multiply(rate)
                .add(other.decimal().multiply(otherRate))
                .divide(one.plus(other).decimal(), PRECISION)
                .stripTrailingZeros();
    }

    /// Returns the labels for the differences between the received and the requested payment.
    public static Set<Label> labels(Deposit deposit, Money received, Instant paidAt) {
        var labels = EnumSet.noneOf(Label.class);
        int difference = received.compareTo(deposit.requested().priced().input());
        if (difference < 0) {
            labels.add(Label.UNDERPAID);
        } else if (difference > 0) {
            labels.add(Label.OVERPAID);
        }
        if (isReversed(deposit)) {
            labels.add(Label.REVERSED);
        }
        if (isLate(deposit, paidAt) || deposit.progress().labels().contains(Label.LATE)) {
            labels.add(Label.LATE);
        }
        return labels;
    }

    /// The labels of a deposit that waits.
    static Set<Label> labels(Deposit deposit) {
        var labels = EnumSet.noneOf(Label.class);
        labels.addAll(deposit.progress().labels());
        labels.remove(Label.REVERSED);
        if (isReversed(deposit)) {
            labels.add(Label.REVERSED);
        }
        return labels;
    }

    /// Returns a deposit with its payments as a forced status requires. A completed deposit is credited with the
    /// requested amount, regardless of the payments. For any other status no payment counts, until the deposit is
    /// forced to be completed again.
    static Deposit forced(Deposit deposit, Status status) {
        boolean completed = status == Status.COMPLETED;
        if (completed && deposit.state() instanceof Completed) {
            return deposit;
        }
        var came = deposit.progress().detached()
                ? EnumSet.of(PaymentStatus.RECEIVED, PaymentStatus.CREDITED, PaymentStatus.REVERSED)
                : EnumSet.of(PaymentStatus.RECEIVED, PaymentStatus.CREDITED);
        var forced = deposit.withPayments(came, completed ? PaymentStatus.CREDITED : PaymentStatus.REVERSED);
        return forced.withLabels(isReversed(forced) ? EnumSet.of(Label.REVERSED) : EnumSet.noneOf(Label.class));
    }

    private static boolean isReversed(Deposit deposit) {
        return deposit.progress().payments().stream()
                .anyMatch(payment -> payment.status() == Payment.PaymentStatus.REVERSED);
    }

    /// Returns true if money came after the expiry. A payment made in time and reported later is not late.
    static boolean isLate(Deposit deposit, Instant paidAt) {
        return deposit.state() instanceof Cancelled
                || paidAt.isAfter(deposit.progress().expiresAt());
    }

    private static boolean counts(Payment payment) {
        return switch (payment.status()) {
            case RECEIVED, CREDITED -> true;
            case UNDER_REVIEW, REVERSED, REFUNDED, MOVED -> false;
        };
    }
}
