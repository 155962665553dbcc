package dev.sluice.deposit;

import dev.sluice.activity.Activity;
import dev.sluice.deposit.Command.Cancel;
import dev.sluice.deposit.Command.Change;
import dev.sluice.deposit.Command.Expire;
import dev.sluice.deposit.Command.Force;
import dev.sluice.deposit.Command.Receive;
import dev.sluice.deposit.Command.Shelve;
import dev.sluice.deposit.DepositState.Cancelled;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Expired;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.Books;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.rail.Receipt;
import dev.sluice.refusal.Refusal;
import dev.sluice.replay.Decision;
import dev.sluice.replay.ReferenceClaims;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Changing one deposit in a batch: the new state, the transfers that follow from it, the event.
final class Transition {
    private final BatchRun.Parts parts;
    private final Books books;
    private final Set<PaymentStore.Key> known;
    private final Effects effects;

    Transition(BatchRun.Parts parts, Books books, Set<PaymentStore.Key> known, Effects effects) {
        this.parts = parts;
        this.books = books;
        this.known = known;
        this.effects = effects;
    }

    Decision decide(Change change, @Nullable Deposit deposit) {
        return switch (change) {
            case Cancel cancel -> cancel(cancel, found(deposit, Refusal.DEPOSIT_NOT_FOUND));
            case Force force -> force(force, found(deposit, Refusal.SANDBOX_DEPOSIT_NOT_FOUND));
            case Expire _ -> expire(deposit);
            case Receive receive -> receive(receive.receipt(), deposit);
        };
    }

    /// Money for a destination that nobody has is kept by the house.
    Decision decide(Shelve shelve) {
        var receipt = shelve.receipt();
        if (!isKnown(shelve.organizationId(), receipt)) {
            review(shelve.organizationId(), receipt, null, PaymentStore.Reason.UNKNOWN_DESTINATION);
        }
        return new Decision.Noted();
    }

    private static Deposit found(@Nullable Deposit deposit, Refusal otherwise) {
        if (deposit == null) {
            throw otherwise.refused();
        }
        return deposit;
    }

    private Decision cancel(Cancel cancel, Deposit deposit) {
        var now = parts.clocks().instant();
        var next = deposit.state().cancelled(now);
        if (Credits.isPartlyPaid(deposit)) {
            throw Refusal.DEPOSIT_NOT_CANCELLABLE.refused("status", Credits.received(deposit) + " have come already");
        }
        if (next.equals(deposit.state())) {
            return new Decision.Answered(cancel.render().apply(deposit));
        }
        var after = move(deposit, next, Timeline.cancelled(deposit.progress().activities(), now), "cancelled", now);
        return new Decision.Answered(cancel.render().apply(after));
    }

    private Decision expire(@Nullable Deposit deposit) {
        var now = parts.clocks().instant();
        if (deposit == null
                || !(deposit.state() instanceof Pending)
                || deposit.progress().expiresAt().isAfter(now)) {
            return new Decision.Noted();
        }
        if (Credits.isPartlyPaid(deposit)) {
            settle(deposit, deposit.progress().payments().getLast().paidAt(), now);
        } else {
            move(deposit, new Expired(now), Timeline.expired(deposit.progress().activities(), now), "expired", now);
        }
        return new Decision.Noted();
    }

    private Decision force(Force force, Deposit deposit) {
        var now = parts.clocks().instant();
        var next = switch (force.status()) {
            case PENDING -> new Pending();
            case COMPLETED ->
                deposit.state() instanceof Completed already
                        ? already
                        : new Completed(deposit.asked().priced(), now);
            case EXPIRED -> new Expired(now);
            case CANCELLED -> new Cancelled(now);
        };
        var expiresAt = next instanceof Pending
                ? Windows.expiry(deposit.instructions().means(), now)
                : deposit.progress().expiresAt();
        var after = move(
                deposit.detached(expiresAt),
                next,
                Timeline.forced(deposit.progress().activities(), force.status(), now),
                next instanceof Pending ? "updated" : force.status().wire(),
                now);
        return new Decision.Answered(force.render().apply(after));
    }

    /// Exactly what was asked for completes the deposit, whenever it comes. What does not fit is kept for a person to
    /// look at, and the deposit stays as it is.
    private Decision receive(Receipt receipt, @Nullable Deposit deposit) {
        if (deposit == null || deposit.progress().detached() || isKnown(deposit.organizationId(), receipt)) {
            return new Decision.Noted();
        }
        if (deposit.type() == Asset.Kind.CRYPTO) {
            receiveTokens(deposit, receipt);
        } else if (deposit.state() instanceof Completed) {
            keepForReview(deposit, receipt, PaymentStore.Reason.PAID_TWICE);
        } else if (!receipt.amount().equals(deposit.asked().priced().input())) {
            keepForReview(deposit, receipt, PaymentStore.Reason.WRONG_AMOUNT);
        } else {
            credit(deposit, receipt);
        }
        return new Decision.Noted();
    }

    private void credit(Deposit deposit, Receipt receipt) {
        var now = parts.clocks().instant();
        boolean late = Credits.isLate(deposit, receipt.paidAt());
        var paid = deposit.withPayment(payment(receipt, Payment.Standing.CREDITED, rate(deposit, receipt)));
        effects.payments.add(
                new PaymentStore.Row(deposit.organizationId(), last(paid), receipt, deposit.id(), null, 0));
        move(
                late ? paid.withLabel(Label.LATE) : paid,
                new Completed(priced(deposit, receipt), receipt.paidAt()),
                Timeline.completed(deposit.progress().activities(), late, now),
                "completed",
                now);
    }

    /// Tokens are counted until they are enough. What comes after the end is credited as it comes.
    private void receiveTokens(Deposit deposit, Receipt receipt) {
        var now = parts.clocks().instant();
        var paid = deposit.withPayment(payment(receipt, Payment.Standing.RECEIVED, rate(deposit, receipt)));
        effects.payments.add(
                new PaymentStore.Row(deposit.organizationId(), last(paid), receipt, deposit.id(), null, 0));
        var asked = deposit.asked().priced().input();
        var received = Credits.received(paid);
        boolean waits = deposit.state() instanceof Pending
                && received.compareTo(asked) < 0
                && !receipt.paidAt().isAfter(deposit.progress().expiresAt());
        if (waits) {
            var activities = Timeline.received(deposit.progress().activities(), received, asked, now);
            effects.change(deposit, paid.moved(deposit.state(), activities, 0, now), "updated");
        } else {
            settle(paid, receipt.paidAt(), now);
        }
    }

    /// Credits what came, whether it is what was asked for or not.
    private void settle(Deposit deposit, Instant paidAt, Instant now) {
        var credit = Credits.of(deposit);
        var labels = Credits.labels(deposit, credit.input(), paidAt);
        boolean more = deposit.state() instanceof Completed;
        var activities = more
                ? Timeline.received(
                        deposit.progress().activities(),
                        credit.input(),
                        deposit.asked().priced().input(),
                        now)
                : Timeline.completed(deposit.progress().activities(), labels.contains(Label.LATE), now);
        move(
                deposit.withLabels(labels).withPaymentsCredited(),
                new Completed(credit, paidAt),
                activities,
                more ? "updated" : "completed",
                now);
    }

    private Priced priced(Deposit deposit, Receipt receipt) {
        var asked = deposit.asked();
        var rate = rate(deposit, receipt);
        return rate.compareTo(asked.priced().rate()) == 0
                ? asked.priced()
                : new Pricing(asked.fee(), rate, asked.priced().output().asset()).ofInput(receipt.amount());
    }

    /// Money that comes after the rate's time takes the rate of its arrival: the newest that is known, since the money
    /// is here.
    private BigDecimal rate(Deposit deposit, Receipt receipt) {
        var asked = deposit.asked();
        if (!asked.priced().isConverted() || !receipt.paidAt().isAfter(asked.rateUntil())) {
            return asked.priced().rate();
        }
        return parts.rates()
                .latest(receipt.amount().asset(), asked.priced().output().asset())
                .orElse(asked.priced().rate());
    }

    private void keepForReview(Deposit deposit, Receipt receipt, PaymentStore.Reason reason) {
        var now = parts.clocks().instant();
        var row = review(deposit.organizationId(), receipt, deposit.id(), reason);
        var activities = Timeline.underReview(
                deposit.progress().activities(),
                receipt.amount(),
                deposit.asked().priced().input(),
                now);
        var noticed = deposit.withPayment(row.payment());
        effects.change(deposit, noticed.moved(deposit.state(), activities, 0, now), "updated");
    }

    private PaymentStore.Row review(
            UUID organizationId, Receipt receipt, @Nullable UUID depositId, PaymentStore.Reason reason) {
        var payment = payment(receipt, Payment.Standing.UNDER_REVIEW, BigDecimal.ONE);
        books.transfer(new Transfer(
                organizationId,
                payment.id(),
                1,
                Account.clearing(receipt.rail()),
                Account.SUSPENSE,
                receipt.amount(),
                TransferKind.SUSPENSE,
                parts.clocks().instant()));
        var row = new PaymentStore.Row(organizationId, payment, receipt, depositId, reason, 1);
        effects.payments.add(row);
        return row;
    }

    private Payment payment(Receipt receipt, Payment.Standing standing, BigDecimal rate) {
        return new Payment(
                parts.clocks().newId(),
                receipt.amount(),
                standing,
                receipt.payer(),
                receipt.note(),
                receipt.paidAt(),
                rate);
    }

    private static Payment last(Deposit deposit) {
        return deposit.progress().payments().getLast();
    }

    private boolean isKnown(UUID organizationId, Receipt receipt) {
        return !known.add(PaymentStore.Key.of(organizationId, receipt));
    }

    private Deposit move(Deposit deposit, DepositState next, List<Activity> activities, String event, Instant at) {
        var transfers = Placement.between(deposit, next, deposit.progress().transfers() + 1, at);
        transfers.forEach(books::transfer);
        var after = deposit.moved(next, activities, transfers.size(), at);
        effects.change(deposit, after, event);
        claimOrFreeReference(deposit, after);
        return after;
    }

    private void claimOrFreeReference(Deposit before, Deposit after) {
        if (after.reference() == null
                || before.status().freesReference() == after.status().freesReference()) {
            return;
        }
        var claim = new ReferenceClaims.Claimed(Creation.name(after.organizationId(), after.reference()), after.id());
        (after.status().freesReference() ? effects.freedReferences : effects.wishedReferences).add(claim);
    }
}
