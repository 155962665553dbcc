package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Wording;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.DisbursementState.Cancelled;
import dev.sluice.disbursement.DisbursementState.Completed;
import dev.sluice.disbursement.DisbursementState.Failed;
import dev.sluice.disbursement.DisbursementState.Pending;
import dev.sluice.disbursement.DisbursementState.Reversed;
import dev.sluice.disbursement.Status;
import dev.sluice.disbursement.query.Backlog.PendingPayout;
import dev.sluice.disbursement.reconciliation.Discrepancies.Discrepancy;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.ledger.Explorer.Entry;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.RequiredReason.Rejection;
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

    private final DashboardGuard guard;
    private final OperatorServices services;

    PayoutPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.actionOn(ONE + "/ask", Permission.OPERATE, _ -> Map.of(), services::concerned, this::ask),
                guard.actionOn(ONE + "/stop", Permission.OPERATE, _ -> Map.of(), services::concerned, this::stop));
    }

    private Answer detail(PageContext context, Rejection again) {
        var ref = OperatorPages.payout(context);
        var texts = context.texts(OperatorPages.TEXTS);
        var held = services.queues().payouts().find(ref).orElse(null);
        var payout = held == null ? load(ref) : held.payout();
        var rail = payout.progress().rail();
        var stop = services.rails().stops().stopped().stream()
                .filter(each -> each.rail().equals(rail))
                .findFirst()
                .orElse(null);
        var evidence = new Evidence(
                services.payouts().discrepancies().find(ref).orElse(null),
                services.rails()
                        .payouts()
                        .named(rail)
                        .map(each -> each.attempts(ref))
                        .orElse(List.of()),
                services.explorer().payment(ref.payoutId()));
        var organization = services.ownerOf(texts, ref.organizationId());
        var now = services.core().clocks().instant();
        return context.page(
                again.status(),
                "operator/payout.jte",
                Section.OPERATIONS,
                texts.get("payoutOf", organization),
                frame -> new PayoutPage(
                        frame,
                        texts,
                        OperatorPages.formats(context),
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
    private Disbursement load(PayoutRef ref) {
        return services.payouts()
                .disbursements()
                .find(ref.organizationId(), ref.payoutId())
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer ask(PageContext context) {
        var ref = OperatorPages.payout(context);
        return RequiredReason.run(context, "reason-ask", shown -> detail(context, shown), (_, _) -> {
            boolean accepted = services.queues()
                    .payouts()
                    .ask(ref, services.core().clocks().instant());
            var texts = context.texts(OperatorPages.TEXTS);
            return accepted
                    ? context.redirect(link(ref), texts.get("askingRail"))
                    : context.redirectWithWarning(link(ref), texts.get("cannotAskRail"));
        });
    }

    /// Reports whether a payout may still be stopped: nothing was handed to its rail, or the rail may have it in
    /// its queue, or may never have seen it. A held payout cannot be stopped.
    private boolean isStoppable(Disbursement payout, @Nullable PendingPayout held, Evidence evidence) {
        if (payout.isHeld()) {
            return false;
        }
        if (payout.state().isBeforeQueue()) {
            return true;
        }
        return held != null
                && (held.attempts() == 0
                        || (mayBeUnseen(payout) && evidence.attempts().isEmpty())
                        || services.rails()
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

    private Answer stop(PageContext context) {
        var ref = OperatorPages.payout(context);
        return RequiredReason.run(context, "reason-stop", shown -> detail(context, shown), (_, again) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            try {
                services.payouts().disbursements().stop(ref);
            } catch (Refused refused) {
                var text = switch (refused.refusal()) {
                    case DISBURSEMENT_NOT_CANCELLABLE -> "notStopped";
                    case DISBURSEMENT_HELD -> "notStoppedHeld";
                    case UNAVAILABLE -> "notStoppedYet";
                    default -> throw refused;
                };
                return again.apply(new Rejection(refused.refusal().status(), Problems.general(texts.get(text))));
            }
            return context.redirect(
                    link(ref), texts.get("payoutStopped", services.ownerOf(texts, ref.organizationId())));
        });
    }

    /// Returns the link to the page of a payout.
    public static String link(PayoutRef ref) {
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
    public record PayoutPage(
            Frame frame,
            Texts texts,
            Formats formats,
            Disbursement payout,
            String organization,
            @Nullable PendingPayout held,
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
                case Failed(var code, var message, var _) -> message(code, message);
                case Reversed(var code, var message, var _, var _) -> message(code, message);
                case Pending _, Completed _, Cancelled _ -> null;
            };
        }

        private String message(FailureCode code, String message) {
            return Wording.of(texts).of(message) + " (" + code + ")";
        }

        /// Returns the obstacle to an immediate status query, as a text key; empty if there is none.
        public String obstacle() {
            if (payout.isHeld()) {
                return "heldObstacle";
            }
            if (held == null) {
                return payout.status() == Status.PENDING ? "isNotQueued" : "isDone";
            }
            if (held.attempts() == 0) {
                return stop == null ? "notAtRail" : "notAtRailStopped";
            }
            return held.isUnderWay(now) ? "isUnderWay" : "";
        }
    }
}
