package dev.sluice.deposit;

import dev.sluice.deposit.Command.Move;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.Payment.Standing;
import dev.sluice.deposit.PaymentStore.Known;
import dev.sluice.deposit.PaymentStore.Moved;
import dev.sluice.ledger.Account;
import dev.sluice.ledger.Ledger;
import dev.sluice.ledger.Transfer;
import dev.sluice.ledger.TransferKind;
import dev.sluice.money.Asset;
import dev.sluice.rail.Receipts.Entry;
import dev.sluice.refusal.Detail;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Giving money that was put aside to a deposit that it was not paid for, as a person decided, and following it there
/// when its rail changes its word.
///
/// @param deposits those that are locked
record Reassignment(Reception reception, Map<DepositRef, Deposit> deposits) {

    /// Moves a payment: what was put aside goes back to its rail in the books that it came to, and comes from
    /// there in those of its deposit, as if it had been paid to it. So does what was to go back to its payer and
    /// did not reach them, out of the balance of those who have it.
    void move(Move move) {
        var before = reception.known().get(move.key());
        if (before != null && before.moved() != null && before.moved().target().equals(move.target())) {
            return;
        }
        if (before == null || before.reason() == null || before.reversed() || !isFree(move, before)) {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused("payment", "is not under review");
        }
        var target = target(move);
        var now = reception.parts().clocks().instant();
        leave(move, before, now);
        int booked = before.transfers() + 1;
        book(move, before, booked, now);
        var payment = new Payment(
                before.id(),
                move.receipt().amount(),
                Standing.RECEIVED,
                move.receipt().payer(),
                move.receipt().note(),
                move.receipt().paidAt(),
                reception.rates().of(target, move.receipt()));
        var told = Timeline.movedHere(
                target.progress().activities(), payment.amount(), known(move.source(), target.ref()), now);
        reception.accept(target.withActivities(told), payment);
        var moved = new Moved(move.target(), before.reason());
        reception.keep(move.key(), before.moved(moved, booked));
        var resolution = new Resolution(
                Resolution.Kind.MOVED, now, move.who().name(), move.who().reason(), null, move.target());
        reception.moves().effects().resolved.add(new ResolutionStore.Resolved(move.key(), resolution, booked));
    }

    /// Whether it is as whoever decides saw it: nobody has decided, or the payout that they know came to nothing
    /// is the last that was made.
    private static boolean isFree(Move move, Known before) {
        return move.returned() == null
                ? before.resolution() == null
                : before.resolution() == Resolution.Kind.REFUNDED
                        && move.returned().equals(before.refundId());
    }

    private Deposit target(Move move) {
        var target = deposits.get(move.target());
        if (target == null) {
            throw Refusal.DEPOSIT_NOT_FOUND.refused("deposit", "is not there");
        }
        Outlook.misfit(move.receipt(), move.source(), target).ifPresent(misfit -> {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused(List.of(new Detail("deposit", misfit.name(), misfit.words())));
        });
        return target;
    }

    /// The deposit that it was paid for is told where it is now.
    private void leave(Move move, Known before, Instant now) {
        if (move.source() == null) {
            return;
        }
        var source = deposits.get(move.source());
        var payment = source == null
                ? null
                : source.payment(before.id())
                        .filter(each -> each.standing() == Standing.UNDER_REVIEW)
                        .orElse(null);
        if (source == null || payment == null) {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused("payment", "is not under review");
        }
        var told = Timeline.movedAway(
                source.progress().activities(), payment.amount(), known(move.target(), source.ref()), now);
        reception.moves().note(source.withChanged(payment.with(Standing.MOVED)), told, now);
    }

    private void book(Move move, Known before, int sequence, Instant now) {
        reception
                .moves()
                .books()
                .transfer(new Transfer(
                        move.organizationId(),
                        before.id(),
                        sequence,
                        move.returned() == null ? Account.SUSPENSE : Account.AVAILABLE,
                        Account.clearing(move.key().rail()),
                        move.receipt().amount(),
                        TransferKind.CORRECTION,
                        now));
    }

    /// The id of a deposit that another one tells of, where both are one organization's.
    private static @Nullable UUID known(@Nullable DepositRef told, DepositRef teller) {
        return told == null || !told.organizationId().equals(teller.organizationId()) ? null : told.depositId();
    }

    /// Whether the house has a payment, though its destination may be somebody's by now: it came before that was
    /// known, or was one too many. What a person decided about stays with whom it was given to, also when it comes
    /// again; but what an organization was credited with, as it was before that was so, is taken back from it.
    boolean isTheHouses(UUID organizationId, Entry entry) {
        var kept = reception.word(Ledger.HOUSE, entry).before();
        var credited = reception.word(organizationId, entry).before();
        return kept != null
                && (!kept.reversed() || kept.resolution() != null)
                && (credited == null || credited.reversed());
    }

    /// Applies what a rail says of a payment that a person moved. What is undone is taken back where it was moved
    /// to, and what is there again counts there again; unless that deposit has got other money meanwhile, so that
    /// a person has to look anew.
    ///
    /// @param source the deposit that it was paid for, where there is one
    /// @return false where it was not moved
    /// @throws BatchRun.Overtaken where it was moved only just now
    boolean follow(UUID organizationId, Entry entry, @Nullable Deposit source) {
        var word = reception.word(organizationId, entry);
        var before = word.before();
        if (before == null || before.moved() == null || word.isOld()) {
            return false;
        }
        var target = deposits.get(before.moved().target());
        if (target == null) {
            throw new BatchRun.Overtaken();
        }
        var sourceId = source == null ? null : source.id();
        if (word.changesNothing()) {
            reception.revise(word, sourceId);
        } else if (entry.reversed()) {
            undo(word, before, target, sourceId);
        } else if (target.type() == Asset.Kind.FIAT
                && target.state() instanceof Completed
                && Credits.received(target).isPositive()) {
            reviewAnew(word, before.moved(), source);
        } else if (!target.progress().detached()) {
            var payment = Reception.paymentOf(target, before);
            reception.write(word, payment, sourceId, null, word.transfers());
            reception.accept(target, payment);
        }
        return true;
    }

    private void undo(Word word, Known before, Deposit target, @Nullable UUID sourceId) {
        if (!target.progress().detached()) {
            var payment = Reception.paymentOf(target, before);
            reception.write(word, payment, sourceId, null, word.transfers());
            reception.takeBack(target, payment);
        }
    }

    private void reviewAnew(Word word, Moved moved, @Nullable Deposit source) {
        var payment = reception.payment(word, Standing.UNDER_REVIEW, BigDecimal.ONE);
        if (source == null) {
            reception.keep(word, payment, null, moved.reason());
        } else if (!source.progress().detached()) {
            reception.review(source, word, source.payment(payment.id()).orElse(payment), moved.reason());
        }
    }
}
