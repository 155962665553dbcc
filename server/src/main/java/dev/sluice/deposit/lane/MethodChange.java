package dev.sluice.deposit.lane;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.Payment.PaymentStatus;
import dev.sluice.deposit.create.Windows;
import dev.sluice.deposit.lane.Command.Cancel;
import dev.sluice.deposit.lane.Command.Change;
import dev.sluice.deposit.lane.Command.ChangeMethod;
import dev.sluice.deposit.lane.Command.Expire;
import dev.sluice.deposit.lane.Command.Force;
import dev.sluice.deposit.lane.Command.Receive;
import dev.sluice.deposit.lane.Command.Recover;
import dev.sluice.deposit.lane.Command.Settle;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.rail.Destination;
import dev.sluice.rail.IncomingPayment;
import dev.sluice.refusal.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Changes a deposit's method: its instructions are cancelled, and it gets new ones. The former destinations stay the
/// deposit's too. If money completes it by former instructions, they become current again, so that the rail, the price
/// and the books are those of the money.
///
/// @param agreed time that all nodes agree on
/// @param former former instructions of the locked deposits
record MethodChange(
        BatchRun.Parts parts,
        Instant agreed,
        Moves moves,
        Set<String> takenDestinations,
        Map<DepositRef, List<FormerInstructions>> former) {
    /// Maximum number of changes. Each one claims an account number or a code, and anyone with the link of a page
    /// may choose.
    private static final int CHANGES_MAX = 20;

    /// Gives a waiting deposit the instructions of another method. A request for its current method changes
    /// nothing, so that a double click is no second change.
    ///
    /// @param isPaidUncounted true if uncounted money has come
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_CANCELLABLE` if it does not wait any more, money came,
    ///     or it was changed too often; `CHANGED_MEANWHILE` if it is not as the payer saw it
    void change(ChangeMethod change, Deposit deposit, boolean isPaidUncounted) {
        var draft = change.draft();
        var before = deposit.instructions();
        if (before.method().equals(draft.by().method())) {
            return;
        }
        var now = parts.clocks().instant();
        var isOver = !deposit.progress().expiresAt().isAfter(agreed);
        boolean isWornOut = former.getOrDefault(deposit.ref(), List.of()).size() >= CHANGES_MAX;
        if (!(deposit.state() instanceof Pending) || isOver || isPaidUncounted || hasMoney(deposit) || isWornOut) {
            throw Refusal.DEPOSIT_NOT_CANCELLABLE.refused();
        }
        if (deposit.progress().events() != change.seenEvents()) {
            throw Refusal.CHANGED_MEANWHILE.refused();
        }
        var expiresAt = Windows.expiry(draft.by().methodType(), agreed);
        var destination = parts.ranges().free(draft, takenDestinations);
        takenDestinations.add(destination.text());
        var after = deposit.withInstructions(
                draft.requested(agreed, expiresAt), draft.instructions(destination, expiresAt), expiresAt);
        moves.writes().instruct(deposit, after, FormerInstructions.of(deposit, now));
        moves.writes()
                .routes
                .add(new TenantDirectory.Route(
                        TenantDirectory.Kind.DEPOSIT,
                        destination.text(),
                        deposit.organizationId(),
                        deposit.id(),
                        Windows.reusable(draft.by().methodType(), expiresAt)));
        moves.note(
                after,
                Timeline.methodChanged(
                        deposit.progress().activities(),
                        before.method(),
                        draft.by().method(),
                        now),
                now);
    }

    /// Reports whether a command may be about instructions that a deposit had before.
    static boolean mayBeByFormer(Change change, @Nullable Deposit deposit) {
        if (deposit == null || deposit.type() != Asset.Kind.FIAT) {
            return false;
        }
        var destination = deposit.instructions().destination();
        return switch (change) {
            case Receive receive -> !receive.entry().payment().destination().equals(destination);
            case Settle settle -> !settle.destination().equals(destination);
            case Expire _, Cancel _ -> deposit.state() instanceof Pending;
            case ChangeMethod _ -> true;
            case Force _, Recover _ -> false;
        };
    }

    /// Reports whether money came. A forced status counts as money, since later payments are ignored.
    private static boolean hasMoney(Deposit deposit) {
        return deposit.progress().detached()
                || deposit.progress().payments().stream()
                        .anyMatch(payment -> payment.status() == PaymentStatus.RECEIVED
                                || payment.status() == PaymentStatus.UNDER_REVIEW);
    }

    /// Returns the deposit with the instructions of a payment: former ones, if the money came by them and the
    /// deposit has no payment yet.
    Deposit by(IncomingPayment receipt, Deposit deposit) {
        return by(receipt.destination(), deposit);
    }

    /// The deposit by the instructions of a payment that a person decided about.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_NOT_PAYABLE` if its money came over another rail
    Deposit by(Settle settle, Deposit deposit) {
        var due = by(settle.destination(), deposit);
        if (!due.instructions().rail().equals(settle.key().rail())) {
            throw Refusal.DEPOSIT_NOT_PAYABLE.refused("payment", "was paid by another rail than the deposit");
        }
        return due;
    }

    private Deposit by(Destination destination, Deposit deposit) {
        return former(deposit, destination)
                .filter(_ -> !hasItsMoney(deposit))
                .map(each -> deposit.withInstructions(each.requested(), each.instructions(), each.endedAt()))
                .orElse(deposit);
    }

    private Optional<FormerInstructions> former(Deposit deposit, Destination destination) {
        return former.getOrDefault(deposit.ref(), List.of()).stream()
                .filter(each -> each.instructions().destination().equals(destination))
                .filter(each -> !each.instructions().equals(deposit.instructions()))
                .findFirst();
    }

    private static boolean hasItsMoney(Deposit deposit) {
        return deposit.state() instanceof Completed && Credits.received(deposit).isPositive();
    }

    /// Makes the instructions of a payment the deposit's current ones, if it had others.
    Deposit take(Deposit deposit, Deposit by) {
        if (by.instructions().equals(deposit.instructions())) {
            return by;
        }
        var now = parts.clocks().instant();
        var told = by.withActivities(Timeline.paidByFormer(
                by.progress().activities(), by.instructions().method(), now));
        moves.writes().instruct(deposit, told, FormerInstructions.of(deposit, now));
        former(deposit, by.instructions().destination()).ifPresent(moves.writes().restored::add);
        return told;
    }
}
