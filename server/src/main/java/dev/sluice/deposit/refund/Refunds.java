package dev.sluice.deposit.refund;

import dev.sluice.auth.Caller;
import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.lane.BatchRun;
import dev.sluice.deposit.lane.PendingWrites;
import dev.sluice.deposit.lane.Timeline;
import dev.sluice.deposit.review.PaymentReviews;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.disbursement.PayeeDocument;
import dev.sluice.disbursement.Repayment;
import dev.sluice.disbursement.create.WalletFields;
import dev.sluice.http.Answer;
import dev.sluice.http.Fields;
import dev.sluice.http.Ids;
import dev.sluice.idempotency.Claim;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.rail.Payer;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.rail.Rails;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.Wallet;
import dev.sluice.recipient.BranchFields;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Refunds of deposits. A refund is a payout to the account or wallet that the money came from. It is made in one
/// transaction with the deposit's own record of it, and the total never exceeds the received amount. Currencies and
/// tokens that are no longer offered are refunded too as long as a rail carries them, because the money is owed.
public final class Refunds {
    /// A refund rewrites the deposit with all of its refunds, and on a chain the platform pays for it.
    private static final int REFUNDS_MAX = 50;

    private final BatchRun.Parts parts;
    private final Disbursements disbursements;
    private final References references;
    private final Rails rails;

    public Refunds(BatchRun.Parts parts, Disbursements disbursements, References references, Rails rails) {
        this.parts = parts;
        this.disbursements = disbursements;
        this.references = references;
        this.rails = rails;
    }

    /// A merchant's refund request: an amount, or the whole remaining amount; for tokens, to a named wallet or to
    /// the wallet that they came from.
    ///
    /// @param paymentId payment to refund, if several payers have paid
    public record Order(
            Caller caller,
            DepositRef ref,
            Fields fields,
            @Nullable String paymentId,
            @Nullable BigDecimal amount,
            @Nullable String note) {
        /// Returns true if the request names the wallet that gets the money.
        boolean namesWallet() {
            return fields.peekText(WalletFields.ADDRESS).isPresent();
        }
    }

    /// A payment to refund, and the maximum amount.
    ///
    /// @param isTheirs true if the refunded money is that payer's; false if a wallet gets money that several have
    ///     paid
    private record Source(Payment payment, Money most, boolean isTheirs) {}

    /// A refund that is about to be made.
    private record Planned(Repayment repayment, @Nullable UUID paymentId) {}

    private record RefundRoute(PayeeDocument payee, Rail rail, FeeSchedule fee) {}

    /// A refund that was sent, or is on its way.
    ///
    /// @param receiver wallet that has it, if there is one
    private record Sent(Refund refund, @Nullable String receiver) {}

    /// Makes a refund.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_REFUNDABLE`, `INSUFFICIENT_BALANCE`, or naming an
    ///     amount that is more than is left
    public Answer refund(Order order, Claim claim, BiFunction<Deposit, Disbursement, Answer> render) {
        return parts.idempotency().once(claim, tx -> {
            var deposit = parts.store().lock(tx, List.of(order.ref())).stream()
                    .findFirst()
                    .orElseThrow(Refusal.DEPOSIT_NOT_FOUND::refused)
                    .toUse();
            var planned = plan(tx, order, deposit);
            var payout = disbursements.repay(tx, planned.repayment());
            return render.apply(record(tx, deposit, payout, planned.paymentId()), payout);
        });
    }

    private Planned plan(Tx tx, Order order, Deposit deposit) {
        if (!(deposit.state() instanceof Completed(var credit, var _))) {
            throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused(
                    "status", "must be completed, is " + deposit.status().wire());
        }
        if (deposit.progress().refunds().size() >= REFUNDS_MAX) {
            throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused("refunds", "are " + REFUNDS_MAX + ", the maximum");
        }
        var out = out(tx, deposit);
        var source = source(
                order, deposit, credit.input(), out.stream().map(Sent::refund).toList());
        boolean crypto = deposit.type() == Asset.Kind.CRYPTO;
        var amount = amount(order, source.most());
        var way = crypto
                ? wallet(order, deposit, source.payment(), amount, out)
                : account(order, source.payment(), amount);
        if (crypto && amount.compareTo(source.most()) < 0) {
            requireEnough(amount);
        }
        var note = order.note() == null ? "Refund of deposit " + deposit.id() : order.note();
        return new Planned(
                new Repayment(order.caller(), way.payee(), way.rail(), amount, way.fee(), note, false),
                source.isTheirs() ? source.payment().id() : null);
    }

    /// Selects the payment to refund. If several payers have paid, none of them gets the others' money unless the
    /// merchant says so: anyone can send a little to a known wallet address before the intended payer does.
    private static Source source(Order order, Deposit deposit, Money received, List<Refund> out) {
        var credited = deposit.creditedPayments();
        if (credited.isEmpty()) {
            throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused("payments", "are missing: the deposit was not paid");
        }
        var left = received.minus(sum(received.asset(), out.stream().map(Refund::amount)));
        boolean byOne = credited.stream().map(Refunds::payerLines).distinct().count() == 1;
        if (order.paymentId() == null) {
            if (!byOne && !order.namesWallet()) {
                throw invalid("paymentId", "REQUIRED", "is required, because several payers paid");
            }
            return new Source(credited.getFirst(), left, byOne);
        }
        var named = Ids.parse(order.paymentId())
                .flatMap(id -> credited.stream()
                        .filter(payment -> payment.id().equals(id))
                        .findFirst())
                .orElseThrow(() -> invalid("paymentId", "UNKNOWN_VALUE", "is not a credited payment"));
        boolean whole = byOne || order.namesWallet();
        return new Source(named, whole ? left : least(left, theirs(named, credited, out)), true);
    }

    /// Returns the amount of a payment that can still be refunded: at most the rest of this payment, and at most
    /// the rest of all payments by its payer.
    private static Money theirs(Payment named, List<Payment> credited, List<Refund> out) {
        var ofThem = credited.stream()
                .filter(payment -> payerLines(payment).equals(payerLines(named)))
                .toList();
        return least(leftOf(List.of(named), out), leftOf(ofThem, out));
    }

    private static Money leftOf(List<Payment> payments, List<Refund> out) {
        var asset = payments.getFirst().amount().asset();
        var ids = payments.stream().map(Payment::id).collect(Collectors.toSet());
        var sent = out.stream()
                .filter(refund -> refund.paymentId() != null && ids.contains(refund.paymentId()))
                .map(Refund::amount);
        return sum(asset, payments.stream().map(Payment::amount)).minus(sum(asset, sent));
    }

    private static Money least(Money one, Money other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private static Money sum(Asset asset, Stream<Money> amounts) {
        return amounts.reduce(Money.zero(asset), Money::plus);
    }

    private static List<String> payerLines(Payment payment) {
        var payer = payment.payer();
        return List.of(String.valueOf(payer.bankCode()), String.valueOf(payer.accountNumber()));
    }

    /// Requires a minimum amount: on a chain each payout costs the platform something, so small amounts are not
    /// sent by themselves.
    private void requireEnough(Money amount) {
        var token = references.anyToken(amount.asset().code()).orElseThrow();
        var min = token.payout().min();
        if (amount.compareTo(min) < 0) {
            throw invalid("amount", "OUT_OF_RANGE", "must be at least " + min + ", or the whole remaining amount");
        }
    }

    private static Refused invalid(String field, String code, String message) {
        return Refusal.VALIDATION_FAILED.refused(List.of(new Detail(field, code, message)));
    }

    /// Returns the repayment of a payment under review, to the account that it came from.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_REFUNDABLE` if no payout reaches the payer
    Repayment repayment(
            Payment payment,
            UUID organizationId,
            String note,
            PaymentReviews.Reviewer reviewer,
            String organizationName) {
        var way = account(payment, RoutingNumbers.NONE);
        var caller =
                new Caller(organizationId, organizationName, reviewer.id(), reviewer.name(), Set.of(), Role.OPERATOR);
        return new Repayment(caller, way.payee(), way.rail(), payment.amount(), way.fee(), note, true);
    }

    private RefundRoute account(Order order, Payment payment, Money amount) {
        WalletFields.refuse(order.fields());
        var branch = BranchFields.read(order.fields(), payment.amount().asset().code());
        order.fields().findings().throwIfAny();
        method(payment.payer(), amount.asset().code())
                .map(PayoutMethod::amountDecimals)
                .filter(decimals -> order.amount() != null && !Money.fits(amount.decimal(), decimals))
                .ifPresent(decimals -> {
                    throw invalid(
                            "amount",
                            "TOO_MANY_DECIMALS",
                            Money.decimalsRule(decimals, amount.asset().code()));
                });
        return account(payment, branch);
    }

    private RefundRoute account(Payment payment, RoutingNumbers branch) {
        var payer = payment.payer();
        var method = method(payer, payment.amount().asset().code());
        var rail = method.flatMap(match -> rails.forReturn(match.currency(), match.bankCode()));
        if (rail.isEmpty() || payer.name() == null || payer.accountNumber() == null) {
            throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused("payerInfo", "has no account that payouts can reach");
        }
        return new RefundRoute(
                Repayment.account(payment.id(), payer.name(), payer.accountNumber(), method.orElseThrow(), branch),
                rail.get(),
                Repayment.FREE);
    }

    private RefundRoute wallet(Order order, Deposit deposit, Payment payment, Money amount, List<Sent> out) {
        var network = deposit.instructions().method();
        var token = references.anyToken(payment.amount().asset().code());
        var rail = token.flatMap(matching -> rails.forReturn(matching.id(), network));
        if (token.isEmpty() || rail.isEmpty()) {
            throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused("payerInfo", "has no wallet that payouts can reach");
        }
        BranchFields.refuse(order.fields());
        var wallet = WalletFields.namedOr(
                payment.payer().accountNumber(),
                order.fields(),
                references,
                token.get(),
                rail.get().sender(network).orElse(null));
        order.fields().findings().throwIfAny();
        if (wallet.isEmpty()) {
            throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused("payerInfo", "has no sending wallet");
        }
        var fee = isPayers(wallet.get(), amount, deposit, out)
                ? Repayment.FREE
                : references
                        .withTerms(deposit.organizationId(), token.get())
                        .payout()
                        .fee();
        return new RefundRoute(Repayment.wallet(wallet.get(), token.get(), fee, rail.get()), rail.get(), fee);
    }

    /// Returns true if a wallet has paid this amount for a deposit and has not got it back. A refund of more than
    /// that, as to any other wallet, is as good as a payout: otherwise a dust payment to a deposit's wallet would
    /// buy payouts for nothing.
    private static boolean isPayers(Wallet wallet, Money amount, Deposit deposit, List<Sent> out) {
        var paid = deposit.creditedPayments().stream()
                .filter(payment ->
                        wallet.address().equalsIgnoreCase(payment.payer().accountNumber()))
                .map(Payment::amount);
        var back = out.stream()
                .filter(sent -> wallet.address().equalsIgnoreCase(sent.receiver()))
                .map(sent -> sent.refund().amount());
        return amount.compareTo(sum(amount.asset(), paid).minus(sum(amount.asset(), back))) <= 0;
    }

    private Optional<PayoutMethod> method(Payer payer, String currency) {
        return payer.bankCode() == null ? Optional.empty() : references.anyPayoutMethod(currency, payer.bankCode());
    }

    /// Returns the refunds that were sent or are pending. An unsuccessful refund does not count, unless its rail
    /// reports by now that it arrived after all.
    private List<Sent> out(Tx tx, Deposit deposit) {
        var refunds = deposit.progress().refunds();
        var payouts = disbursements
                .find(
                        tx,
                        refunds.stream()
                                .map(refund -> new PayoutRef(deposit.organizationId(), refund.disbursementId()))
                                .toList())
                .stream()
                .collect(Collectors.toMap(Disbursement::id, Function.identity()));
        return refunds.stream()
                .filter(refund -> isOut(payouts.get(refund.disbursementId()))
                        || disbursements.isContradicted(
                                tx, new PayoutRef(deposit.organizationId(), refund.disbursementId())))
                .map(refund -> new Sent(refund, receiver(payouts.get(refund.disbursementId()))))
                .toList();
    }

    private static @Nullable String receiver(@Nullable Disbursement payout) {
        return payout == null ? null : payout.receiver();
    }

    private static boolean isOut(@Nullable Disbursement payout) {
        return payout == null
                || switch (payout.status()) {
                    case PENDING, COMPLETED -> true;
                    case FAILED, CANCELLED, REVERSED -> false;
                };
    }

    private static Money amount(Order order, Money left) {
        if (!left.isPositive()) {
            throw Refusal.DEPOSIT_NOT_REFUNDABLE.refused("amount", "was already refunded in full");
        }
        var wanted = order.amount();
        if (wanted == null) {
            return left;
        }
        if (!Money.fits(wanted, left.asset())) {
            throw invalid(
                    "amount",
                    "TOO_MANY_DECIMALS",
                    "must have at most " + left.asset().exponent() + " decimals in "
                            + left.asset().code());
        }
        var amount = Money.exactly(wanted, left.asset());
        if (amount.compareTo(left) > 0) {
            throw invalid("amount", "OUT_OF_RANGE", "must be at most " + left + ", which is left");
        }
        return amount;
    }

    private Deposit record(Tx tx, Deposit deposit, Disbursement payout, @Nullable UUID paymentId) {
        var now = parts.clocks().instant();
        var refund = new Refund(payout.id(), paymentId, payout.amount(), now);
        var after = deposit.withRefund(refund)
                .moved(
                        deposit.state(),
                        Timeline.refunded(deposit.progress().activities(), payout.amount(), now),
                        0,
                        now);
        var writes = new PendingWrites(parts);
        writes.change(deposit, after, "updated");
        writes.flush(tx);
        return after;
    }
}
