package dev.sluice.deposit.lane;

import dev.sluice.deposit.Deposit;
import dev.sluice.deposit.DepositPaymentStore;
import dev.sluice.deposit.DepositPaymentStore.Reason;
import dev.sluice.deposit.DepositRef;
import dev.sluice.deposit.DepositState;
import dev.sluice.deposit.DepositState.Cancelled;
import dev.sluice.deposit.DepositState.Completed;
import dev.sluice.deposit.DepositState.Expired;
import dev.sluice.deposit.DepositState.Pending;
import dev.sluice.deposit.create.Windows;
import dev.sluice.deposit.lane.Command.Cancel;
import dev.sluice.deposit.lane.Command.Change;
import dev.sluice.deposit.lane.Command.ChangeMethod;
import dev.sluice.deposit.lane.Command.Expire;
import dev.sluice.deposit.lane.Command.Force;
import dev.sluice.deposit.lane.Command.HoldInSuspense;
import dev.sluice.deposit.lane.Command.Move;
import dev.sluice.deposit.lane.Command.Receive;
import dev.sluice.deposit.lane.Command.Recover;
import dev.sluice.deposit.lane.Command.Settle;
import dev.sluice.idempotency.Decision;
import dev.sluice.ledger.Ledger;
import dev.sluice.refusal.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Changes one deposit in a batch: the new state, the resulting transfers, the event.
final class Transition {
    private static final Logger LOG = LoggerFactory.getLogger(Transition.class);

    private final BatchRun.Parts parts;
    private final Instant agreed;
    private final Moves moves;
    private final MethodChange methods;
    private final IncomingPaymentHandler handler;
    private final Reassignment reassignment;
    private final Map<String, Instant> uncounted;

    /// @param methods also knows former instructions of some deposits
    /// @param deposits the locked deposits
    /// @param uncounted payment time of the earliest payment not yet applied, by destination
    Transition(
            BatchRun.Parts parts,
            Instant agreed,
            MethodChange methods,
            Map<DepositPaymentStore.Key, DepositPaymentStore.RecordedPayment> known,
            Map<DepositRef, Deposit> deposits,
            Map<String, Instant> uncounted) {
        this.parts = parts;
        this.agreed = agreed;
        this.moves = methods.moves();
        this.methods = methods;
        this.handler = new IncomingPaymentHandler(parts, moves, methods, known);
        this.reassignment = new Reassignment(handler, deposits);
        this.uncounted = uncounted;
    }

    Decision decide(Change change, @Nullable Deposit deposit) {
        return switch (change) {
            case Cancel cancel -> cancel(cancel, found(deposit, Refusal.DEPOSIT_NOT_FOUND));
            case Force force -> force(force, found(deposit, Refusal.SANDBOX_DEPOSIT_NOT_FOUND));
            case ChangeMethod another -> change(another, found(deposit, Refusal.DEPOSIT_NOT_FOUND));
            case Expire _ -> expire(deposit);
            case Recover _ -> recover(deposit);
            case Receive receive -> receive(receive, deposit);
            case Settle settle -> settle(settle, found(deposit, Refusal.DEPOSIT_NOT_FOUND));
        };
    }

    /// Keeps money for the house: its destination is unknown, or its payer was rejected.
    Decision decide(HoldInSuspense shelve) {
        if (!reassignment.follow(shelve.organizationId(), shelve.entry(), null)) {
            handler.holdUnassigned(shelve);
        }
        return new Decision.Noted();
    }

    Decision decide(Move move) {
        reassignment.move(move);
        return new Decision.Noted();
    }

    private Decision receive(Receive receive, @Nullable Deposit deposit) {
        if (reassignment.isOperators(receive.organizationId(), receive.entry())) {
            return decide(new HoldInSuspense(Ledger.PLATFORM, receive.entry(), Reason.UNKNOWN_DESTINATION));
        }
        if (receive.rejected() && isNew(receive)) {
            return decide(new HoldInSuspense(Ledger.PLATFORM, receive.entry(), Reason.SCREENING));
        }
        if (reassignment.follow(receive.organizationId(), receive.entry(), deposit)) {
            return new Decision.Noted();
        }
        if (deposit == null) {
            return receiveWithoutDeposit(receive);
        }
        handler.receive(receive.entry(), deposit);
        return new Decision.Noted();
    }

    /// Returns true if the report is of an incoming payment that is not applied: it is new, or was reversed
    /// before.
    private boolean isNew(Receive receive) {
        var before = handler.report(receive.organizationId(), receive.entry()).before();
        return !receive.entry().reversed() && (before == null || before.reversed());
    }

    private Decision change(ChangeMethod another, Deposit deposit) {
        methods.change(another, deposit, isPaidUncounted(deposit));
        return new Decision.Noted();
    }

    /// Holds a payment in suspense if its route leads to a missing deposit. A payment that was credited to the
    /// organization before stays as booked, since its owner is unknown.
    private Decision receiveWithoutDeposit(Receive receive) {
        var payment = receive.entry().payment();
        LOG.error(
                "deposit {} of payment {} on rail {} does not exist",
                receive.ref().depositId(),
                payment.key(),
                payment.rail());
        return handler.report(receive.organizationId(), receive.entry()).before() == null
                ? decide(new HoldInSuspense(Ledger.PLATFORM, receive.entry(), Reason.UNKNOWN_DESTINATION))
                : new Decision.Noted();
    }

    private Decision settle(Settle settle, Deposit deposit) {
        handler.settle(settle, deposit);
        return new Decision.Noted();
    }

    private Decision recover(@Nullable Deposit deposit) {
        if (deposit != null && deposit.progress().owed().isPositive()) {
            moves.recover(deposit, parts.clocks().instant());
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
        if (next.equals(deposit.state())) {
            return new Decision.Answered(cancel.render().apply(deposit));
        }
        if (Credits.isPartlyPaid(deposit)) {
            throw Refusal.DEPOSIT_NOT_CANCELLABLE.refused(
                    "status", "is pending, but " + Credits.received(deposit) + " have already been received");
        }
        if (isPaidUncounted(deposit)) {
            throw Refusal.DEPOSIT_NOT_CANCELLABLE.refused(
                    "status", "is pending, but received money is not counted yet");
        }
        var after =
                moves.move(deposit, next, Timeline.cancelled(deposit.progress().activities(), now), "cancelled", now);
        return new Decision.Answered(cancel.render().apply(after));
    }

    private Decision expire(@Nullable Deposit deposit) {
        if (deposit == null
                || !(deposit.state() instanceof Pending)
                || deposit.progress().expiresAt().isAfter(agreed)) {
            return new Decision.Noted();
        }
        var now = parts.clocks().instant();
        if (isPaidUncounted(deposit)) {
            return new Decision.Postponed();
        }
        if (Credits.isPartlyPaid(deposit)) {
            handler.settle(deposit, Credits.lastPaidAt(deposit), now);
        } else {
            moves.move(
                    deposit,
                    new Expired(now),
                    Timeline.expired(deposit.progress().activities(), now),
                    "expired",
                    now);
        }
        return new Decision.Noted();
    }

    /// Returns true if money came in time but is not applied yet, because it waits for a rate or for a check of
    /// its payer. A paid deposit must not end as if it were unpaid.
    private boolean isPaidUncounted(Deposit deposit) {
        return isPaidUncounted(deposit.instructions(), deposit.progress().expiresAt())
                || methods.former().getOrDefault(deposit.ref(), List.of()).stream()
                        .anyMatch(each -> isPaidUncounted(each.instructions(), each.endedAt()));
    }

    private boolean isPaidUncounted(Deposit.Instructions instructions, Instant until) {
        var paidAt = uncounted.get(instructions.destination().text());
        return paidAt != null && !paidAt.isAfter(until);
    }

    private Decision force(Force force, Deposit deposit) {
        var now = parts.clocks().instant();
        var next = switch (force.status()) {
            case PENDING -> new Pending();
            case COMPLETED ->
                deposit.state() instanceof Completed already
                        ? already
                        : new Completed(deposit.requested().priced(), now);
            case EXPIRED -> new Expired(now);
            case CANCELLED -> new Cancelled(now);
        };
        var after = moves.move(
                Credits.forced(deposit, force.status()).detached(expiry(deposit, next, now)),
                next,
                Timeline.forced(deposit.progress().activities(), force.status(), now),
                next instanceof Pending ? "updated" : force.status().wire(),
                now);
        return new Decision.Answered(force.render().apply(after));
    }

    /// Returns the expiry of a forced deposit. A deposit that waits again waits as long as a new one, and an
    /// expired one has expired by now.
    private static Instant expiry(Deposit deposit, DepositState forced, Instant now) {
        var before = deposit.progress().expiresAt();
        return switch (forced) {
            case Pending _ -> Windows.expiry(deposit.instructions().methodType(), now);
            case Expired _ -> before.isBefore(now) ? before : now;
            case Completed _, Cancelled _ -> before;
        };
    }
}
