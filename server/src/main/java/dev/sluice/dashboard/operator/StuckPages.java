package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.disbursement.Backlog.Held;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.ledger.Explorer.Entry;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.RailStop;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One payout that does not get on: what is known of it, and asking its rail at once. Nobody decides by hand what
/// became of it: only the rail's word ends a payout.
public final class StuckPages {
    private static final String ONE = OperatorPages.HOME + "/payouts/{organization}/{payout}";

    private final Door door;
    private final Deck deck;

    StuckPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.actionOn(ONE + "/ask", Permission.OPERATE, _ -> Map.of(), deck::concerned, this::ask));
    }

    /// One that is done by now is to be found in the books.
    private Answer one(Visit visit, Again again) {
        var ref = OperatorPages.payout(visit);
        var texts = visit.texts(OperatorPages.TEXTS);
        var found = deck.queues().payouts().find(ref);
        if (found.isEmpty()) {
            return visit.goTo(BookPages.BOOKS + "/payment?id=" + ref.payoutId(), texts.get("isDone"));
        }
        var held = found.get();
        var rail = held.payout().progress().rail();
        var stop = deck.rails().stops().all().stream()
                .filter(each -> each.rail().equals(rail) && each.stopped())
                .findFirst()
                .orElse(null);
        var entries = deck.explorer().payment(ref.payoutId());
        var now = deck.ground().clocks().instant();
        return visit.page(
                again.status(),
                "dashboard/operator/stuck.jte",
                Section.OPERATIONS,
                texts.get("payoutOf", deck.nameOf(ref.organizationId())),
                frame -> new Stuck(
                        frame, texts, OperatorPages.look(visit), held, stop, entries, now, again.problems()));
    }

    private Answer ask(Visit visit) {
        var ref = OperatorPages.payout(visit);
        return Reason.act(visit, again -> one(visit, again), _ -> {
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

    /// What is known of a payout.
    ///
    /// @param stop where an operator stopped its rail
    public record Stuck(
            Frame frame,
            Texts texts,
            Look look,
            Held held,
            @Nullable RailStop stop,
            List<Entry> entries,
            Instant now,
            Problems problems) {
        public String link() {
            return StuckPages.link(
                    new PayoutRef(held.payout().organizationId(), held.payout().id()));
        }

        /// Why it cannot be asked about at once, as a text's name; empty where it can.
        public String hindrance() {
            if (held.attempts() == 0) {
                return stop == null ? "neverHanded" : "neverHandedStopped";
            }
            return held.isUnderWay(now) ? "isUnderWay" : "";
        }
    }
}
