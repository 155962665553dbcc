package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.Wording;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.disbursement.Backlog.Held;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.Discrepancies.Discrepancy;
import dev.sluice.disbursement.Status;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.ledger.Explorer.Entry;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStop;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Page of one payout: its data and, if it is stuck, an immediate status query to its rail, or the same stop that its
/// merchant can request. An operator cannot set the outcome of a sent payout: only the rail's answer ends it.
public final class PayoutPages {
    private static final String ONE = StuckPages.PATH + "/{organization}/{payout}";

    private final Door door;
    private final Deck deck;

    PayoutPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.actionOn(ONE + "/ask", Permission.OPERATE, _ -> Map.of(), deck::concerned, this::ask),
                door.actionOn(ONE + "/stop", Permission.OPERATE, _ -> Map.of(), deck::concerned, this::stop));
    }

    private Answer one(Visit visit, Again again) {
        var ref = OperatorPages.payout(visit);
        var texts = visit.texts(OperatorPages.TEXTS);
        var held = deck.queues().payouts().find(ref).orElse(null);
        var payout = held == null ? found(ref) : held.payout();
        var rail = payout.progress().rail();
        var stop = deck.rails().stops().stopped().stream()
                .filter(each -> each.rail().equals(rail))
                .findFirst()
                .orElse(null);
        var evidence = new Evidence(
                deck.payouts().discrepancies().find(ref).orElse(null),
                deck.rails()
                        .payouts()
                        .named(rail)
                        .map(each -> each.attempts(ref))
                        .orElse(List.of()),
                deck.explorer().payment(ref.payoutId()));
        var organization = deck.ownerOf(texts, ref.organizationId());
        var now = deck.ground().clocks().instant();
        return visit.page(
                again.status(),
                "dashboard/operator/payout.jte",
                Section.OPERATIONS,
                texts.get("payoutOf", organization),
                frame -> new One(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        payout,
                        organization,
                        held,
                        stop,
                        evidence,
                        isStoppable(payout, held, evidence),
                        now,
                        again.problems()));
    }

    /// Finds a payout that waits for no rail.
    private Disbursement found(PayoutRef ref) {
        return deck.payouts().made().find(ref.organizationId(), ref.payoutId()).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer ask(Visit visit) {
        var ref = OperatorPages.payout(visit);
        return Reason.act(visit, "reason-ask", shown -> one(visit, shown), (_, _) -> {
            boolean asked =
                    deck.queues().payouts().ask(ref, deck.ground().clocks().instant());
            var texts = visit.texts(OperatorPages.TEXTS);
            return asked
                    ? visit.goTo(link(ref), texts.get("isAsked"))
                    : visit.goToWarned(link(ref), texts.get("isNotAsked"));
        });
    }

    /// Reports whether a payout may still be stopped: nothing was handed to its rail, or the rail may have it in
    /// its queue, or may never have seen it. A held payout cannot be stopped.
    private boolean isStoppable(Disbursement payout, @Nullable Held held, Evidence evidence) {
        if (payout.isHeld()) {
            return false;
        }
        if (payout.state().isBeforeQueue()) {
            return true;
        }
        return held != null
                && (held.attempts() == 0
                        || (mayBeUnseen(payout) && evidence.attempts().isEmpty())
                        || deck.rails()
                                .payouts()
                                .named(payout.progress().rail())
                                .filter(Rail::keepsQueue)
                                .filter(_ -> mayBeQueued(evidence.attempts()))
                                .isPresent());
    }

    private static boolean mayBeUnseen(Disbursement payout) {
        return payout.state() instanceof Pending(var stage) && stage.mayBeUnseen();
    }

    /// Reports whether a rail with a queue may not have sent the payout yet. If its books are unavailable, this is
    /// unknown.
    static boolean mayBeQueued(List<Attempt> attempts) {
        return attempts.isEmpty() || attempts.getLast().answer() == Attempt.Answer.QUEUED;
    }

    private Answer stop(Visit visit) {
        var ref = OperatorPages.payout(visit);
        return Reason.act(visit, "reason-stop", shown -> one(visit, shown), (_, again) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            try {
                deck.payouts().made().stop(ref);
            } catch (Refused refused) {
                var text = switch (refused.refusal()) {
                    case DISBURSEMENT_NOT_CANCELLABLE -> "notStopped";
                    case DISBURSEMENT_HELD -> "notStoppedHeld";
                    case UNAVAILABLE -> "notStoppedYet";
                    default -> throw refused;
                };
                return again.apply(new Again(refused.refusal().status(), Problems.whole(texts.get(text))));
            }
            return visit.goTo(link(ref), texts.get("payoutStopped", deck.ownerOf(texts, ref.organizationId())));
        });
    }

    /// Returns the link to the page of a payout.
    static String link(PayoutRef ref) {
        return ONE.replace("{organization}", ref.organizationId().toString())
                .replace("{payout}", ref.payoutId().toString());
    }

    /// Evidence for or against a payout's reported status.
    ///
    /// @param attempts the rail's records of it
    public record Evidence(@Nullable Discrepancy discrepancy, List<Attempt> attempts, List<Entry> entries) {}

    /// Page of a payout.
    ///
    /// @param held its position in the queue, if it waits for its rail
    /// @param stop present if an operator stopped its rail
    /// @param isStoppable whether it may still be stopped
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            Disbursement payout,
            String organization,
            @Nullable Held held,
            @Nullable RailStop stop,
            Evidence evidence,
            boolean isStoppable,
            Instant now,
            Problems problems) {
        public String link() {
            return PayoutPages.link(payout.ref());
        }

        public String discrepancyLink() {
            return DiscrepancyPages.link(payout.ref());
        }

        /// Returns the reason why it failed or came back.
        public @Nullable String failure() {
            return switch (payout.state()) {
                case Failed(var code, var message, var _) -> told(code, message);
                case Reversed(var code, var message, var _) -> told(code, message);
                case Pending _, Completed _, Cancelled _ -> null;
            };
        }

        private String told(FailureCode code, String message) {
            return Wording.of(texts).of(message) + " (" + code + ")";
        }

        /// Returns the obstacle to an immediate status query, as a text key; empty if there is none.
        public String hindrance() {
            if (payout.isHeld()) {
                return "heldHindrance";
            }
            if (held == null) {
                return payout.status() == Status.PENDING ? "isNotQueued" : "isDone";
            }
            if (held.attempts() == 0) {
                return stop == null ? "neverHanded" : "neverHandedStopped";
            }
            return held.isUnderWay(now) ? "isUnderWay" : "";
        }
    }
}
