package dev.sluice.deposit.lane;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore.Moved;
import dev.sluice.deposit.DepositPaymentStore.RecordedPayment;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.Payment;
import dev.sluice.deposit.Payment.PaymentStatus;
import dev.sluice.deposit.lane.Command.Move;
import dev.sluice.deposit.review.ReassignmentPreview;
import dev.sluice.deposit.review.Resolution;
import dev.sluice.deposit.review.ResolutionStore;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.rail.IncomingPayments.Entry;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Credits a payment in suspense to a deposit that it was not paid for, as a person decided. Later reports of the rail
/// follow the payment to that deposit.
///
/// @param deposits the locked deposits
record Reassignment(IncomingPaymentHandler handler, Map<DepositRef, Deposit> deposits) {

    /// Moves a payment. The suspended amount returns to its rail's clearing account in the books that received it,
    /// and comes from there into the books of the target deposit, as if paid to it. Money of a refund that did not
    /// reach the payer moves alike, out of the balance that holds it.
    void move(Move move) {
        var before = handler.known().get(move.key());
        if (before != null && before.moved() != null && before.moved().target().equals(move.target())) {
            return;
        }
        if (before == null || before.reason() == null || before.reversed() || !isFree(move, before)) {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused("payment", "is not under review");
        }
        var target = target(move);
        var now = handler.parts().clocks().instant();
        leave(move, before, now);
        int booked = before.transfers() + 1;
        book(move, before, booked, now);
        var payment = new Payment(
                before.id(),
                move.payment().amount(),
                PaymentStatus.RECEIVED,
                move.payment().payer(),
                move.payment().note(),
                move.payment().paidAt(),
                handler.rates().of(target, move.payment()));
        var activities = Timeline.movedHere(
                target.progress().activities(), payment.amount(), known(move.source(), target.ref()), now);
        handler.accept(target.withActivities(activities), payment);
        var moved = new Moved(move.target(), before.reason());
        handler.keep(move.key(), before.moved(moved, booked));
        var resolution = new Resolution(
                Resolution.Kind.MOVED,
                now,
                move.reviewer().name(),
                move.reviewer().reason(),
                null,
                move.target());
        handler.moves().writes().resolved.add(new ResolutionStore.Resolved(move.key(), resolution, booked));
    }

    /// Returns true if the payment is as the deciding person saw it: undecided, or its last refund is the
    /// unsuccessful payout that they saw.
    private static boolean isFree(Move move, RecordedPayment before) {
        return move.returned() == null
                ? before.resolution() == null
                : before.resolution() == Resolution.Kind.REFUNDED
                        && move.returned().equals(before.refundId());
    }

    private Deposit target(Move move) {
        var target = deposits.get(move.target());
        if (target == null) {
            throw Refusal.DEPOSIT_NOT_FOUND.refused("deposit", "does not exist");
        }
        ReassignmentPreview.obstacle(move.payment(), move.source(), target).ifPresent(obstacle -> {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused(List.of(new Detail("deposit", obstacle.name(), obstacle.wire())));
        });
        return target;
    }

    /// Records the payment's new deposit in the deposit that it was made for.
    private void leave(Move move, RecordedPayment before, Instant now) {
        if (move.source() == null) {
            return;
        }
        var source = deposits.get(move.source());
        var payment = source == null
                ? null
                : source.payment(before.id())
                        .filter(each -> each.status() == PaymentStatus.UNDER_REVIEW)
                        .orElse(null);
        if (source == null || payment == null) {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused("payment", "is not under review");
        }
        var activities = Timeline.movedAway(
                source.progress().activities(), payment.amount(), known(move.target(), source.ref()), now);
        handler.moves().note(source.withChanged(payment.with(PaymentStatus.MOVED)), activities, now);
    }

    private void book(Move move, RecordedPayment before, int sequence, Instant now) {
        handler.moves()
                .lockedAccounts()
                .transfer(new Transfer(
                        move.organizationId(),
                        before.id(),
                        sequence,
                        move.returned() == null ? Account.SUSPENSE : Account.AVAILABLE,
                        Account.clearing(move.key().rail()),
                        move.payment().amount(),
                        TransferKind.CORRECTION,
                        now));
    }

    /// Returns the id of another deposit for a deposit's history, if both belong to one organization.
    private static @Nullable UUID known(@Nullable DepositRef told, DepositRef teller) {
        return told == null || !told.organizationId().equals(teller.organizationId()) ? null : told.depositId();
    }

    /// Returns true if the payment is the house's although its destination may belong to an organization by now:
    /// it came before the destination was known, or exceeded the maximum number of payments. A payment that a
    /// person resolved stays with its receiver, also when it comes again. A payment still credited to the
    /// organization is not the house's: its reversal is taken back from the organization.
    boolean isOperators(UUID organizationId, Entry entry) {
        var stored = handler.report(Ledger.PLATFORM, entry).before();
        var credited = handler.report(organizationId, entry).before();
        return stored != null
                && (!stored.reversed() || stored.resolution() != null)
                && (credited == null || credited.reversed());
    }

    /// Applies a rail's report of a payment that a person moved. A reversal is taken back from the target deposit,
    /// and a payment that is there again counts there again. If the target deposit received other money in
    /// between, a person has to review the payment again.
    ///
    /// @param source deposit that the payment was made for, if there is one
    /// @return false if the payment was not moved
    /// @throws Overtaken if the payment was moved only just now
    boolean follow(UUID organizationId, Entry entry, @Nullable Deposit source) {
        var report = handler.report(organizationId, entry);
        var before = report.before();
        if (before == null || before.moved() == null || report.isOld()) {
            return false;
        }
        var target = deposits.get(before.moved().target());
        if (target == null) {
            throw new Overtaken();
        }
        var sourceId = source == null ? null : source.id();
        if (report.changesNothing()) {
            handler.revise(report, sourceId);
        } else if (entry.reversed()) {
            undo(report, before, target, sourceId);
        } else if (target.type() == Asset.Kind.FIAT
                && target.state() instanceof Completed
                && Credits.received(target).isPositive()) {
            reviewAnew(report, before.moved(), source);
        } else if (!target.progress().detached()) {
            var payment = IncomingPaymentHandler.paymentOf(target, before);
            handler.write(report, payment, sourceId, null, report.transfers());
            handler.accept(target, payment);
        }
        return true;
    }

    private void undo(PaymentReport report, RecordedPayment before, Deposit target, @Nullable UUID sourceId) {
        if (!target.progress().detached()) {
            var payment = IncomingPaymentHandler.paymentOf(target, before);
            handler.write(report, payment, sourceId, null, report.transfers());
            handler.reverseCredit(target, payment);
        }
    }

    private void reviewAnew(PaymentReport report, Moved moved, @Nullable Deposit source) {
        var payment = handler.payment(report, PaymentStatus.UNDER_REVIEW, BigDecimal.ONE);
        if (source == null) {
            handler.keep(report, payment, null, moved.reason());
        } else if (!source.progress().detached()) {
            handler.review(source, report, source.payment(payment.id()).orElse(payment), moved.reason());
        }
    }
}
