package dev.sluice.disbursement.lane;

import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementState;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.DueStore;
import dev.sluice.disbursement.History;
import dev.sluice.disbursement.ScreenedPayee;
import dev.sluice.disbursement.approval.ApprovalStore;
import dev.sluice.disbursement.lane.Command.ApplyOutcome;
import dev.sluice.disbursement.lane.Command.Cancel;
import dev.sluice.disbursement.lane.Command.Change;
import dev.sluice.disbursement.lane.Command.Force;
import dev.sluice.disbursement.lane.Command.Review;
import dev.sluice.disbursement.lane.Command.Screen;
import dev.sluice.disbursement.lane.Command.Withhold;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.disbursement.reconciliation.Discrepancies.RailReport;
import dev.sluice.idempotency.Decision;
import dev.sluice.idempotency.ReferenceClaims;
import dev.sluice.ledger.LockedAccounts;
import dev.sluice.policy.PolicyEvaluator;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import dev.sluice.screening.Check.Consequence;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Changes one payout in a batch: the new state, the resulting transfers, the event, the queue.
final class Transition {
    private static final Logger LOG = LoggerFactory.getLogger(Transition.class);
    private static final Duration RESUBMIT_AFTER = Duration.ofSeconds(1);
    /// Time until the next check of a payout that its rail may have seen and that waits for screening.
    static final Duration SCREENED_AGAIN_AFTER = Duration.ofSeconds(30);

    private static final Outcome REFUSED =
            new Outcome.Rejected(FailureCode.COMPLIANCE_REJECTED, FailureCode.COMPLIANCE_REJECTED.message());

    private final BatchRun.Parts parts;
    private final LockedAccounts accounts;
    private final PolicyEvaluator evaluator;
    private final PendingWrites writes;

    Transition(BatchRun.Parts parts, LockedAccounts accounts, PolicyEvaluator evaluator, PendingWrites writes) {
        this.parts = parts;
        this.accounts = accounts;
        this.evaluator = evaluator;
        this.writes = writes;
    }

    Decision decide(Change change, @Nullable Disbursement payout, BatchFacts known) {
        if (payout != null && known.tampered().contains(payout.ref())) {
            return hold(change, payout);
        }
        return switch (change) {
            case Cancel cancel -> cancel(cancel, found(payout, Refusal.DISBURSEMENT_NOT_FOUND), known);
            case Force force -> force(force, found(payout, Refusal.SANDBOX_DISBURSEMENT_NOT_FOUND), known);
            case Review review -> review(review, found(payout, Refusal.DISBURSEMENT_NOT_FOUND), known.preparers());
            case Screen screen -> screen(screen, payout);
            case Withhold withhold -> withhold(withhold, payout, known.claimed());
            case ApplyOutcome apply -> applyOutcome(apply, payout);
        };
    }

    /// Holds a payout with a row that was altered in the database: its amount or payee may not be the requested
    /// one. The rail is asked about it again later, in case the row is restored.
    private Decision hold(Change change, Disbursement payout) {
        if (change instanceof Screen || change instanceof Withhold) {
            return new Decision.Noted();
        }
        if (!(change instanceof ApplyOutcome)) {
            throw Refusal.DISBURSEMENT_HELD.refused();
        }
        writes.held.add(payout);
        return new Decision.Noted();
    }

    private static Disbursement found(@Nullable Disbursement payout, Refusal otherwise) {
        if (payout == null) {
            throw otherwise.refused();
        }
        return payout;
    }

    private Decision cancel(Cancel cancel, Disbursement payout, BatchFacts known) {
        var now = parts.clocks().instant();
        var next = payout.state().cancelled(now);
        if (next.equals(payout.state())) {
            return new Decision.Answered(cancel.render().apply(payout));
        }
        if (known.returns().contains(payout.ref())) {
            throw Refusal.DISBURSEMENT_NOT_CANCELLABLE.refused(
                    "disbursementId", "refunds a payment to its payer; only operators can stop it");
        }
        if (!payout.state().isBeforeQueue() && !known.untouched().contains(payout.ref())) {
            throw Refusal.DISBURSEMENT_NOT_CANCELLABLE.refused();
        }
        var after = move(payout, next, payout.reached(next, now).unreviewed(now), RailDetails.NONE, "cancelled", now);
        dropReview(payout, now);
        dropScreening(payout);
        return new Decision.Answered(cancel.render().apply(after));
    }

    private void dropScreening(Disbursement before) {
        if (before.state().isScreened()) {
            writes.unscreened.add(ScreenedPayee.of(before).ref());
        }
    }

    /// Releases a payout after its payee has passed, and fails it if the payee is refused. A payout that waits for
    /// something else, or is over, stays as it is.
    private Decision screen(Screen screen, @Nullable Disbursement payout) {
        var consequence = screen.consequence();
        if (payout != null && !payout.progress().detached() && consequence != Consequence.WAIT) {
            screened(payout, consequence == Consequence.PASS, parts.clocks().instant());
        }
        return new Decision.Noted();
    }

    /// Fails a payout if its payee is refused, and holds it if its payee is not screened yet.
    private Decision withhold(Withhold withhold, @Nullable Disbursement payout, Set<DueStore.Claimed> claimed) {
        if (payout == null || payout.progress().detached() || !claimed.contains(withhold.claim())) {
            return new Decision.Noted();
        }
        return switch (withhold.consequence()) {
            case PASS -> new Decision.Noted();
            case REJECT -> applyOutcome(new ApplyOutcome(payout.ref(), REFUSED), payout);
            case WAIT -> {
                holdForScreening(
                        payout, withhold.claim().isFirst(), parts.clocks().instant());
                yield new Decision.Noted();
            }
        };
    }

    private void screened(Disbursement payout, boolean passed, Instant now) {
        var kind = payout.amount().asset().kind();
        var next = payout.state().screened(passed, now);
        switch (next) {
            case Failed failed -> {
                var history = payout.progress().history().refused(kind, failed.message(), now);
                move(payout, next, payout.reached(history, next, now), RailDetails.NONE, "failed", now);
            }
            case Pending _
            when !next.equals(payout.state()) -> {
                var history = payout.progress().history().screened(kind, now);
                var after = move(payout, next, history, RailDetails.NONE, "updated", now);
                writes.dueNew.add(due(after, now));
            }
            case Pending _, Completed _, Cancelled _, Reversed _ -> {}
        }
    }

    /// Returns the queue entry of a payout. A rail that no longer exists takes nothing; the payout waits for it in
    /// its queue.
    private DueStore.Due due(Disbursement payout, Instant now) {
        var name = payout.progress().rail();
        return parts.rails()
                .named(name)
                .map(rail -> DueStore.Due.first(payout, rail, now))
                .orElseGet(() -> new DueStore.Due(payout.ref(), now, name));
    }

    /// Holds a payout for screening. A payout that its rail may have seen stays in the queue, and the rail is
    /// asked about it again and again.
    private void holdForScreening(Disbursement payout, boolean untouched, Instant now) {
        var next = payout.state().heldForScreening();
        if (untouched && !next.equals(payout.state())) {
            var kind = payout.amount().asset().kind();
            var history = payout.progress().history().awaitingScreening(kind, now);
            move(payout, next, history, RailDetails.NONE, "updated", now);
            writes.done.add(payout.ref());
            // The check may have been answered in the meantime: request its result again.
            writes.screened.add(ScreenedPayee.of(payout));
        } else if (!payout.state().isBeforeQueue()) {
            again(payout, now.plus(SCREENED_AGAIN_AFTER));
        }
    }

    private void dropReview(Disbursement before, Instant now) {
        if (before.state().needsApproval()) {
            writes.reviews.add(ApprovalStore.Ended.moot(before.ref(), now));
        }
    }

    /// Releases a payout, or gives the money back. A payout of a rail that no longer exists can only be rejected;
    /// a payout above the remainder of the day keeps waiting.
    private Decision review(Review review, Disbursement payout, Map<PayoutRef, UUID> preparers) {
        var now = parts.clocks().instant();
        var next = payout.state().reviewed(review.approved(), parts.rules().released(), now);
        var reviewer = review.reviewer().id();
        if (reviewer.equals(payout.actor().id()) || reviewer.equals(preparers.get(payout.ref()))) {
            throw Refusal.APPROVAL_BY_MAKER.refused();
        }
        if (review.approved()) {
            evaluator.approve(payout.organizationId(), payout.amount()).ifPresent(excess -> {
                throw Refusal.DAILY_LIMIT_EXCEEDED.refused("amount", excess);
            });
        }
        var decided = payout.reached(next, now).reviewed(review, now);
        var history = next.equals(new Pending(Stage.SCREENING))
                ? decided.awaitingScreening(payout.amount().asset().kind(), now)
                : decided;
        var after = move(payout, next, history, RailDetails.NONE, review.approved() ? "updated" : "cancelled", now);
        if (review.approved()) {
            var rail = parts.rails()
                    .named(payout.progress().rail())
                    .orElseThrow(Refusal.PAYMENT_METHOD_NOT_FOUND::refused);
            if (after.state().isScreened()) {
                writes.screened.add(ScreenedPayee.of(after));
            } else {
                writes.dueNew.add(DueStore.Due.first(after, rail, now));
            }
        } else {
            writes.rejected.add(after);
        }
        writes.reviews.add(
                new ApprovalStore.Ended(payout.ref(), now, review.approved(), review.reviewer(), review.reason()));
        return new Decision.Noted();
    }

    /// Forces a status, but not of an operator's return: failed or cancelled, its money would go to the merchant,
    /// who never owned it.
    private Decision force(Force force, Disbursement payout, BatchFacts known) {
        if (known.returns().contains(payout.ref())) {
            throw Refusal.DISBURSEMENT_NOT_FORCEABLE.refused("disbursementId", "refunds a payment to its payer");
        }
        var now = parts.clocks().instant();
        var next =
                DisbursementState.forced(force.status(), payout.amount(), now);
        var details = RailDetails.imagined(payout, force.status(), force.imagined());
        var after = move(payout.withDetached(), next, payout.forced(next, now), details, forcedEvent(next), now);
        writes.done.add(payout.ref());
        dropReview(payout, now);
        dropScreening(payout);
        return new Decision.Answered(force.render().apply(after));
    }

    private Decision applyOutcome(ApplyOutcome apply, @Nullable Disbursement payout) {
        if (payout == null || payout.progress().detached()) {
            return new Decision.Noted();
        }
        var now = parts.clocks().instant();
        var outcome = OutcomeAmounts.checked(payout, apply.outcome(), now);
        var next = payout.state().afterReport(outcome, now);
        var details = RailDetails.of(outcome);
        noteContradiction(payout, outcome, now);
        if (next.equals(payout.state()) && !RailDetails.isNews(outcome, payout)) {
            requeue(payout, outcome, now);
            return new Decision.Noted();
        }
        var after = move(payout, next, history(payout, next, details, now), details, event(payout, next), now);
        requeue(after, outcome, now);
        return new Decision.Noted();
    }

    /// Returns the new history. A chain's rail may accept a payout before it has a transaction for it: until then,
    /// nothing was sent.
    private static History history(Disbursement payout, DisbursementState next, RailDetails details, Instant now) {
        boolean waits = payout.isCrypto()
                && next instanceof Pending
                && details.railReference() == null
                && payout.progress().railReference() == null;
        return waits ? payout.progress().history() : payout.reached(next, now);
    }

    /// Records a report of the rail that contradicts the status. The status that the merchant knows stays, and a
    /// person has to look. A late report of an earlier step is no contradiction.
    private void noteContradiction(Disbursement payout, Outcome outcome, Instant now) {
        var discrepancy = switch (payout.state()) {
            case Failed _, Cancelled _
            when outcome instanceof Outcome.Settled settled ->
                new Discrepancy(payout, RailReport.SETTLED, settled.railReference(), null, now, null);
            case Completed _
            when outcome instanceof Outcome.Rejected rejected ->
                new Discrepancy(payout, RailReport.REJECTED, rejected.railReference(), rejected.message(), now, null);
            case Pending _, Completed _, Failed _, Cancelled _, Reversed _ -> null;
        };
        if (discrepancy != null) {
            writes.discrepancies.putIfAbsent(payout.ref(), discrepancy);
            LOG.error(
                    "rail {} reports {} for payout {}, whose status is {}",
                    payout.progress().rail(),
                    discrepancy.report(),
                    payout.id(),
                    payout.status().wire());
            if (discrepancy.report() == RailReport.SETTLED) {
                warn(payout, now);
            }
        }
    }

    /// Keeps the merchant from paying again if the payout may have been paid: the payout claims its reference
    /// again, unless another payout has it by now, and the merchant is notified once.
    private void warn(Disbursement payout, Instant now) {
        claim(payout).ifPresent(writes.wishedReferences::add);
        var history = payout.progress().history();
        if (!history.isDoubted()) {
            move(payout, payout.state(), history.doubted(now), RailDetails.NONE, "updated", now);
        }
    }

    private Disbursement move(
            Disbursement payout,
            DisbursementState next,
            History history,
            RailDetails details,
            String event,
            Instant at) {
        var transfers = Placement.of(payout, payout.state())
                .to(Placement.of(payout, next), payout, payout.progress().transfers() + 1, at);
        transfers.addAll(Gas.transfers(payout, details, payout.progress().transfers() + 1 + transfers.size(), at));
        transfers.forEach(accounts::transfer);
        var after = payout.moved(next, history, details.reference(payout), details.onChain(), transfers.size(), at);
        writes.change(payout, after, event);
        if (!(next instanceof Pending)) {
            writes.done.add(payout.ref());
        }
        claimOrFreeReference(payout, after);
        return after;
    }

    private void claimOrFreeReference(Disbursement before, Disbursement after) {
        if (before.status().freesReference() != after.status().freesReference()) {
            claim(after)
                    .ifPresent(
                            (after.status().freesReference() ? writes.freedReferences : writes.wishedReferences)::add);
        }
    }

    private static Optional<ReferenceClaims.Claimed> claim(Disbursement payout) {
        return Optional.ofNullable(payout.reference())
                .map(reference -> new ReferenceClaims.Claimed(
                        CreateDecision.name(
                                payout.organizationId(), payout.amount().asset().kind(), reference),
                        payout.id()));
    }

    /// Keeps a payout with an open outcome in the queue until it is due for the next query.
    private void requeue(Disbursement payout, Outcome outcome, Instant now) {
        switch (outcome) {
            case Outcome.Accepted accepted -> again(payout, accepted.pollAt());
            case Outcome.Unknown unknown -> again(payout, unknown.pollAt());
            case Outcome.NotSeen _ -> again(payout, now.plus(RESUBMIT_AFTER));
            case Outcome.Settled _, Outcome.Rejected _, Outcome.Stopped _, Outcome.Returned _ -> {
                if (!(payout.state() instanceof Pending)) {
                    writes.done.add(payout.ref());
                }
            }
        }
    }

    private void again(Disbursement payout, Instant at) {
        if (payout.state() instanceof Pending) {
            writes.dueAgain.add(
                    new DueStore.Due(payout.ref(), at, payout.progress().rail()));
        }
    }

    /// Returns the event of a rail's report: named after the new status; the first acceptance is `submitted`, and
    /// any other step inside `pending`, and a further part of a return, is `updated`.
    static String event(Disbursement before, DisbursementState after) {
        return switch (after) {
            case Pending(var stage) -> stage == Stage.SUBMITTED && isFirst(before) ? "submitted" : "updated";
            case Reversed reversed -> before.state() instanceof Reversed ? "updated" : after.status().wire();
            case Completed _, Failed _, Cancelled _ -> after.status().wire();
        };
    }

    private static boolean isFirst(Disbursement before) {
        var progress = before.progress();
        return progress.railReference() == null
                && progress.onChain() == null
                && !before.state().equals(new Pending(Stage.SUBMITTED));
    }

    /// Returns the event of a forced status.
    static String forcedEvent(DisbursementState after) {
        return after instanceof Pending ? "updated" : after.status().wire();
    }
}
