package dev.sluice.deposit;

import dev.sluice.deposit.Command.Change;
import dev.sluice.deposit.Command.Expire;
import dev.sluice.deposit.Command.Move;
import dev.sluice.deposit.Command.Receive;
import dev.sluice.deposit.Command.Recover;
import dev.sluice.deposit.PaymentStore.Known;
import dev.sluice.ledger.Ledger;
import dev.sluice.refusal.Refusal;
import dev.sluice.replay.Decision;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Deposits of a batch that were changed behind the service's back, and money whose route leads to a deposit that
/// nobody
/// was told to pay to at that destination. Nothing is booked or told of either, and what came is applied later, in case
/// the row is restored.
final class Holding {
    private final Map<DepositRef, Deposit> deposits = new HashMap<>();
    private final Set<DepositRef> changed = new HashSet<>();

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

    /// What batches know of payments and of instructions that deposits had.
    record Sight(
            Map<PaymentStore.Key, Known> payments,
            Map<PaymentStore.Key, DepositRef> moved,
            Map<DepositRef, List<FormerInstructions>> former) {}

    /// The decision about a command that is held; nothing where it is not.
    ///
    /// @throws dev.sluice.refusal.Refused `DEPOSIT_HELD` where somebody waits for it
    Optional<Decision> decide(Command command, Sight sight, Effects effects) {
        return switch (command) {
            case Receive receive -> receive(receive, sight, effects);
            case Change change when changed.contains(change.ref()) -> hold(change, effects);
            case Move move
            when move.refs().stream().anyMatch(changed::contains) -> throw Refusal.DEPOSIT_HELD.refused();
            default -> Optional.empty();
        };
    }

    private static Optional<Decision> hold(Change change, Effects effects) {
        if (change instanceof Recover) {
            return Optional.of(new Decision.Noted());
        }
        if (!(change instanceof Expire)) {
            throw Refusal.DEPOSIT_HELD.refused();
        }
        effects.held.add(change.ref());
        return Optional.of(new Decision.Postponed());
    }

    private Optional<Decision> receive(Receive receive, Sight sight, Effects effects) {
        var key = PaymentStore.Key.of(receive.organizationId(), receive.entry().receipt());
        var target = sight.moved().getOrDefault(key, receive.ref());
        if (changed.contains(target) || isMisrouted(receive, key, sight)) {
            effects.held.add(target);
            return Optional.of(new Decision.Postponed());
        }
        return Optional.empty();
    }

    /// Reports whether money that is new was paid to a destination that its deposit never had.
    private boolean isMisrouted(Receive receive, PaymentStore.Key key, Sight sight) {
        var deposit = deposits.get(receive.ref());
        var receipt = receive.entry().receipt();
        boolean isKnown = sight.payments().containsKey(key)
                || sight.payments().containsKey(PaymentStore.Key.of(Ledger.HOUSE, receipt));
        return deposit != null
                && !isKnown
                && !deposit.instructions().destination().equals(receipt.destination())
                && sight.former().getOrDefault(receive.ref(), List.of()).stream()
                        .noneMatch(each -> each.instructions().destination().equals(receipt.destination()));
    }
}
