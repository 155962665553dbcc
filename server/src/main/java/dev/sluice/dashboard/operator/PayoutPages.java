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
import dev.sluice.rail.RailStop;
import dev.sluice.refusal.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One payout: what is known of it, and, where it does not get on, asking its rail at once. Nobody decides by hand
/// what became of it: only the rail's word ends a payout.
public final class PayoutPages {
    private static final String ONE = OperatorPages.HOME + "/payouts/{organization}/{payout}";

    private final Door door;
    private final Deck deck;

    PayoutPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.actionOn(ONE + "/ask", Permission.OPERATE, _ -> Map.of(), deck::concerned, this::ask));
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
        var organization = deck.nameOf(ref.organizationId());
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
                        now,
                        again.problems()));
    }

    /// One that waits for no rail.
    private Disbursement found(PayoutRef ref) {
        return deck.payouts().made().find(ref.organizationId(), ref.payoutId()).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer ask(Visit visit) {
        var ref = OperatorPages.payout(visit);
        return Reason.act(visit, "reason-ask", again -> one(visit, again), _ -> {
            boolean asked =
                    deck.queues().payouts().ask(ref, deck.ground().clocks().instant());
            var notice = visit.texts(OperatorPages.TEXTS).get(asked ? "isAsked" : "isNotAsked");
            return visit.goTo(link(ref), notice);
        });
    }

    /// Where one has its page.
    static String link(PayoutRef ref) {
        return ONE.replace("{organization}", ref.organizationId().toString())
                .replace("{payout}", ref.payoutId().toString());
    }

    /// What speaks for or against what is told of a payout.
    ///
    /// @param attempts what its rail has of it
    public record Evidence(@Nullable Discrepancy discrepancy, List<Attempt> attempts, List<Entry> entries) {}

    /// What is known of a payout.
    ///
    /// @param held its place in the queue, where it waits for its rail
    /// @param stop where an operator stopped its rail
    public record One(
            Frame frame,
            Texts texts,
            Look look,
            Disbursement payout,
            String organization,
            @Nullable Held held,
            @Nullable RailStop stop,
            Evidence evidence,
            Instant now,
            Problems problems) {
        public String link() {
            return PayoutPages.link(payout.ref());
        }

        public String discrepancyLink() {
            return DiscrepancyPages.link(payout.ref());
        }

        /// Why it failed or came back.
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

        /// Why it cannot be asked about at once, as a text's name; empty where it can.
        public String hindrance() {
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
