package dev.sluice.deposit.refund;

import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositPaymentStore.RecordedPayment;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.lane.BatchRun;
import dev.sluice.deposit.lane.PendingWrites;
import dev.sluice.deposit.lane.Timeline;
import dev.sluice.deposit.review.PaymentReviews.Case;
import dev.sluice.deposit.review.PaymentReviews.Reviewer;
import dev.sluice.deposit.review.Resolution;
import dev.sluice.deposit.review.ResolutionStore;
import dev.sluice.deposit.review.ResolutionStore.Resolved;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Disbursements;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.AccountKey;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Sends a payment in suspense back, as a person decided: one transaction moves it into the balance of its
/// owner, and from there into a payout.
public final class Returns {
    private final BatchRun.Parts parts;
    private final Refunds refunds;
    private final Disbursements disbursements;

    public Returns(BatchRun.Parts parts, Refunds refunds, Disbursements disbursements) {
        this.parts = parts;
        this.refunds = refunds;
        this.disbursements = disbursements;
    }

    /// Returns true if the house has the money of a refund back, and no rail reports by now that the last refund
    /// or an earlier one arrived after all. A refund is not back if a part is missing. An organization has
    /// such money in its balance and uses it as it likes; the house's money stays until it is sent again or moved.
    public boolean isReturnedToOperator(Tx tx, Case about) {
        var refundId = about.resolution() == null ? null : about.resolution().refundId();
        if (refundId == null || about.depositId() != null || about.reversedAt() != null) {
            return false;
        }
        var ref = new PayoutRef(about.organizationId(), refundId);
        boolean isBack = disbursements.find(tx, List.of(ref)).stream().anyMatch(Disbursement::isBack);
        return isBack
                && !disbursements.isContradicted(tx, ref)
                && ResolutionStore.earlierRefunds(tx, about.organizationId(), about.paymentId()).stream()
                        .noneMatch(id -> disbursements.isContradicted(tx, new PayoutRef(about.organizationId(), id)));
    }

    /// @return the payout, or the earlier one if it was made before
    public UUID send(Tx tx, Case about, IncomingPayment receipt, Reviewer reviewer, String organizationName) {
        var deposit = locked(tx, about);
        // Lock the accounts before loading the payment: every other change of suspended money locks its
        // account too, and reads the payment after that.
        var accounts = parts.ledger()
                .open(tx, Set.of(at(about, receipt, Account.AVAILABLE), at(about, receipt, Account.SUSPENSE)));
        var now = ResolutionStore.find(tx.handle(), about.organizationId(), about.paymentId())
                .orElseThrow(Refusal.DEPOSIT_NOT_FOUND::refused);
        var known = known(tx, about);
        boolean again = isReturnedToOperator(tx, now);
        var before = now.resolution();
        if (before != null && before.refundId() != null && !again) {
            return before.refundId();
        }
        if (!again && !now.isOpen()) {
            throw notUnderReview();
        }
        var payment = deposit == null ? payment(about, receipt) : underReview(about, deposit);
        var note = note(about, deposit);
        var repayment = refunds.repayment(payment, about.organizationId(), note, reviewer, organizationName);
        int booked = again ? known.transfers() : release(known, accounts, about, payment);
        var payout = disbursements.repay(tx, repayment);
        var at = parts.clocks().instant();
        var writes = new PendingWrites(parts);
        if (deposit != null) {
            var activities = Timeline.refunded(deposit.progress().activities(), payment.amount(), at);
            writes.change(
                    deposit,
                    deposit.withChanged(payment.with(Payment.PaymentStatus.REFUNDED))
                            .moved(deposit.state(), activities, 0, at),
                    "updated");
        }
        var resolution =
                new Resolution(Resolution.Kind.REFUNDED, at, reviewer.name(), reviewer.reason(), payout.id(), null);
        writes.resolved.add(new Resolved(about.paymentKey(), resolution, booked));
        writes.known.put(about.paymentKey(), known.refunded(payout.id(), booked));
        writes.flush(tx);
        return payout.id();
    }

    /// Returns the note for the payer. It does not reveal that the payer was screened.
    private static String note(Case about, @Nullable Deposit deposit) {
        if (deposit != null) {
            return "Payment for deposit " + deposit.id() + " goes back";
        }
        return about.isCreditable() ? "Payment to an unknown destination goes back" : "Payment goes back";
    }

    /// Returns the payment's deposit, locked; null if the payment has none.
    private @Nullable Deposit locked(Tx tx, Case about) {
        if (about.depositId() == null) {
            return null;
        }
        return parts.store().lock(tx, List.of(new DepositRef(about.organizationId(), about.depositId()))).stream()
                .findFirst()
                .orElseThrow(Refusal.DEPOSIT_NOT_FOUND::refused)
                .toUse();
    }

    private static Payment underReview(Case about, Deposit deposit) {
        return deposit.payment(about.paymentId())
                .filter(each -> each.status() == Payment.PaymentStatus.UNDER_REVIEW)
                .orElseThrow(Returns::notUnderReview);
    }

    private static Refused notUnderReview() {
        return Refusal.DEPOSIT_NOT_REFUNDABLE.refused("payment", "is not under review");
    }

    private static Payment payment(Case about, IncomingPayment receipt) {
        return new Payment(
                about.paymentId(),
                receipt.amount(),
                Payment.PaymentStatus.UNDER_REVIEW,
                receipt.payer(),
                receipt.note(),
                receipt.paidAt(),
                BigDecimal.ONE);
    }

    /// Moves the suspended amount into the available balance of its owner, so that the payout finds it there.
    private int release(RecordedPayment known, LockedAccounts accounts, Case about, Payment payment) {
        int sequence = known.transfers() + 1;
        accounts.transfer(new Transfer(
                about.organizationId(),
                payment.id(),
                sequence,
                Account.SUSPENSE,
                Account.AVAILABLE,
                payment.amount(),
                TransferKind.DEPOSIT,
                parts.clocks().instant()));
        accounts.flush();
        return sequence;
    }

    /// Loads the payment.
    ///
    /// @throws Refused `DEPOSIT_HELD` if its row was changed in the database
    private RecordedPayment known(Tx tx, Case about) {
        var known = DepositPaymentStore.known(tx, parts.store().macs(), List.of(about.paymentKey()))
                .get()
                .get(about.paymentKey());
        if (known == null) {
            throw new IllegalStateException("no payment " + about.paymentId());
        }
        if (!known.authentic() || !Objects.equals(known.depositId(), about.depositId())) {
            throw Refusal.DEPOSIT_HELD.refused();
        }
        return known;
    }

    private static AccountKey at(Case about, IncomingPayment receipt, Account account) {
        return new AccountKey(about.organizationId(), receipt.amount().asset(), account);
    }
}
