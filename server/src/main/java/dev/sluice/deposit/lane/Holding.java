package dev.sluice.deposit.lane;

import dev.sluice.db.Tx;
import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositPaymentStore.RecordedPayment;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositRows;
import dev.sluice.deposit.lane.Command.Change;
import dev.sluice.deposit.lane.Command.Expire;
import dev.sluice.deposit.lane.Command.HoldInSuspense;
import dev.sluice.deposit.lane.Command.Move;
import dev.sluice.deposit.lane.Command.Receive;
import dev.sluice.deposit.lane.Command.Recover;
import dev.sluice.deposit.lane.Command.Settle;
import dev.sluice.idempotency.Decision;
import dev.sluice.ledger.Ledger;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.refusal.Refusal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Holds deposits of a batch that were altered in the database, and money with a route to a deposit that never had
/// that destination. Nothing is booked or sent for either. The money is applied later, in case the row is restored.
public final class Holding {
    /// Name of altered payments in the alarm.
    public static final String PAYMENT = "payment";

    private final Map<DepositRef, Deposit> deposits = new HashMap<>();
    private final Set<DepositRef> changed = new HashSet<>();
    /// Altered payments, by organization and id.
    private final Set<DepositRef> payments = new HashSet<>();

    Holding(List<DepositRows.Checked> locked) {
        for (var each : locked) {
            deposits.put(each.deposit().ref(), each.deposit());
            if (!each.authentic()) {
                changed.add(each.deposit().ref());
            }
        }
    }

    /// The locked deposits, held or not.
    Map<DepositRef, Deposit> deposits() {
        return deposits;
    }

    /// Batch's view of payments and of former instructions.
    record BatchPayments(
            Map<DepositPaymentStore.Key, RecordedPayment> payments,
            Map<DepositPaymentStore.Key, DepositRef> moved,
            Map<DepositRef, List<FormerInstructions>> former) {}

    /// Returns the decision about a held command, or nothing if it is not held.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_HELD` if a caller waits for it
    Optional<Decision> decide(Command command, BatchPayments payments, PendingWrites writes) {
        if (isOfAlteredPayment(command, payments)) {
            if (command instanceof Settle || command instanceof Move) {
                throw Refusal.DEPOSIT_HELD.refused();
            }
            return Optional.of(new Decision.Postponed());
        }
        return switch (command) {
            case Receive receive -> receive(receive, payments, writes);
            case Change change when changed.contains(change.ref()) -> hold(change, writes);
            case Move move
            when move.refs().stream().anyMatch(changed::contains) -> throw Refusal.DEPOSIT_HELD.refused();
            default -> Optional.empty();
        };
    }

    /// Reports whether a command is about an altered payment. The alarm for it follows at the end of the batch.
    private boolean isOfAlteredPayment(Command command, BatchPayments batch) {
        var altered = keys(command)
                .map(key -> Optional.ofNullable(batch.payments().get(key))
                        .filter(known -> !known.authentic())
                        .map(known -> new DepositRef(key.organizationId(), known.id())))
                .flatMap(Optional::stream)
                .toList();
        payments.addAll(altered);
        return !altered.isEmpty();
    }

    private static Stream<DepositPaymentStore.Key> keys(Command command) {
        return switch (command) {
            case Receive receive ->
                Stream.of(receive.organizationId(), Ledger.PLATFORM)
                        .map(each ->
                                DepositPaymentStore.Key.of(each, receive.entry().payment()));
            case HoldInSuspense shelve ->
                Stream.of(DepositPaymentStore.Key.of(
                        shelve.organizationId(), shelve.entry().payment()));
            case Settle settle -> Stream.of(settle.key());
            case Move move -> Stream.of(move.key());
            default -> Stream.empty();
        };
    }

    /// Raises the alarm for altered payments.
    void report(Tx tx, TamperAlarm alarm) {
        payments.forEach(each -> alarm.raise(tx, PAYMENT, each.organizationId(), each.depositId()));
    }

    private static Optional<Decision> hold(Change change, PendingWrites writes) {
        if (change instanceof Recover) {
            return Optional.of(new Decision.Noted());
        }
        if (!(change instanceof Expire)) {
            throw Refusal.DEPOSIT_HELD.refused();
        }
        writes.held.add(change.ref());
        return Optional.of(new Decision.Postponed());
    }

    private Optional<Decision> receive(Receive receive, BatchPayments payments, PendingWrites writes) {
        var key = DepositPaymentStore.Key.of(
                receive.organizationId(), receive.entry().payment());
        var target = payments.moved().getOrDefault(key, receive.ref());
        if (changed.contains(target) || isMisrouted(receive, key, payments)) {
            writes.held.add(target);
            return Optional.of(new Decision.Postponed());
        }
        return Optional.empty();
    }

    /// Reports whether money that is new was paid to a destination that its deposit never had.
    private boolean isMisrouted(Receive receive, DepositPaymentStore.Key key, BatchPayments payments) {
        var deposit = deposits.get(receive.ref());
        var payment = receive.entry().payment();
        boolean isKnown = payments.payments().containsKey(key)
                || payments.payments().containsKey(DepositPaymentStore.Key.of(Ledger.PLATFORM, payment));
        return deposit != null
                && !isKnown
                && !deposit.instructions().destination().equals(payment.destination())
                && payments.former().getOrDefault(receive.ref(), List.of()).stream()
                        .noneMatch(each -> each.instructions().destination().equals(payment.destination()));
    }
}
