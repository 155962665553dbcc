package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.disbursement.Disbursement.Actor;
import dev.sluice.disbursement.Discrepancies.Closing;
import dev.sluice.disbursement.Discrepancies.Discrepancy;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.rail.PayoutRef;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Map;

/// Page of a payout whose rail contradicts the status reported to the merchant, and its settlement.
public final class DiscrepancyPages {
    private static final String ONE = DiscrepancyListPages.PATH + "/{organization}/{payout}";

    private final Door door;
    private final Deck deck;

    DiscrepancyPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.actionOn(ONE + "/close", Permission.OPERATE, _ -> Map.of(), deck::concerned, this::close));
    }

    private Discrepancy found(PayoutRef ref) {
        return deck.payouts().discrepancies().find(ref).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer one(Visit visit, Again again) {
        var found = found(OperatorPages.payout(visit));
        var texts = visit.texts(OperatorPages.TEXTS);
        return visit.page(
                again.status(),
                "dashboard/operator/discrepancy.jte",
                Section.OPERATIONS,
                texts.get("discrepancy"),
                frame -> new One(
                        frame,
                        texts,
                        OperatorPages.look(visit),
                        found,
                        deck.ownerOf(texts, found.payout().organizationId()),
                        again.problems()));
    }

    private Answer close(Visit visit) {
        var ref = OperatorPages.payout(visit);
        found(ref);
        return Reason.act(visit, shown -> one(visit, shown), (reason, _) -> {
            var user = visit.visitor().user();
            boolean closed = deck.payouts()
                    .discrepancies()
                    .close(
                            ref,
                            new Closing(deck.ground().clocks().instant(), new Actor(user.id(), user.name()), reason));
            var texts = visit.texts(OperatorPages.TEXTS);
            return closed
                    ? visit.goTo(link(ref), texts.get("discrepancyClosed"))
                    : visit.goToWarned(link(ref), texts.get("discrepancyWasClosed"));
        });
    }

    public static String link(PayoutRef ref) {
        return ONE.replace("{organization}", ref.organizationId().toString())
                .replace("{payout}", ref.payoutId().toString());
    }

    /// Page of one discrepancy.
    public record One(Frame frame, Texts texts, Look look, Discrepancy found, String organization, Problems problems) {
        public String link() {
            return DiscrepancyPages.link(found.payout().ref());
        }
    }
}
