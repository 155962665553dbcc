package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.AmountsForm.Limits;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.reference.PairOffer;
import dev.sluice.refusal.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Conversion fees for all organizations: the pairs, and the fee of each.
public final class PairPages {
    private static final String PAIRS = PricePages.PRICES + "/pairs";
    private static final String ONE = PAIRS + "/{symbol}/{currency}";

    private final Door door;
    private final Deck deck;

    PairPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(PAIRS, Permission.OPERATE, this::list),
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.action(ONE, Permission.OPERATE, this::before, this::fee),
                door.action(ONE + "/limits", Permission.OPERATE, this::before, this::limits));
    }

    private List<PairOffer> all() {
        return PairOffer.all(deck.ground().database());
    }

    private PairOffer found(Visit visit) {
        var symbol = visit.request().parameter("symbol");
        var currency = visit.request().parameter("currency");
        return all().stream()
                .filter(each -> each.symbol().equals(symbol) && each.currency().equals(currency))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var pairs = all();
        return visit.page(
                "dashboard/operator/pairs.jte",
                Section.PRICES,
                texts.get("pairs"),
                frame -> new Pairs(frame, texts, visit.look(), pairs));
    }

    private Answer one(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var look = visit.look();
        var pair = found(visit);
        var fee = pair.tariff().fee();
        var typed = new HashMap<>(Map.of("flat", look.number(fee.flat()), "percentage", look.number(fee.percentage())));
        typed.putAll(AmountsForm.typed(look, limitsOf(pair), visit.form()));
        return visit.page(
                again.status(),
                "dashboard/operator/pair.jte",
                Section.PRICES,
                pair.name(),
                frame -> new One(frame, texts, look, pair, typed, again.problems()));
    }

    private static Limits limitsOf(PairOffer pair) {
        return new Limits(pair.tariff().min(), pair.tariff().max());
    }

    /// Returns the fee and the limits before the change, for the audit log.
    private Map<String, String> before(Visit visit) {
        var pair = found(visit);
        return Map.of(
                "before.fee",
                TermsPages.told(pair.tariff().fee()),
                "before.limits",
                limitsOf(pair).told());
    }

    private Answer fee(Visit visit) {
        var pair = found(visit);
        var asset = deck.ground().references().asset(pair.currency()).orElseThrow(Refusal.NOT_FOUND::refused);
        return FeeForm.act(visit, pair.tariff().fee(), asset, false, again -> one(visit, again), fee -> {
            deck.edits().pairFee(pair.symbol(), pair.currency(), fee);
            return done(visit, pair, "feeSet");
        });
    }

    private Answer limits(Visit visit) {
        var pair = found(visit);
        var token = deck.ground().references().everyToken().stream()
                .filter(each -> each.symbol().equals(pair.symbol()))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
        return AmountsForm.act(
                visit, limitsOf(pair), token.asset(), pair.symbol(), again -> one(visit, again), limits -> {
                    deck.edits().pairLimits(pair.symbol(), pair.currency(), limits.least(), limits.most());
                    return done(visit, pair, "amountsSet");
                });
    }

    private Answer done(Visit visit, PairOffer pair, String notice) {
        deck.ground().references().refresh();
        return visit.goTo(path(pair), visit.texts(OperatorPages.TEXTS).get(notice, pair.name()));
    }

    static String path(PairOffer pair) {
        return PAIRS + "/" + Links.encoded(pair.symbol()) + "/" + Links.encoded(pair.currency());
    }

    /// List of pairs.
    public record Pairs(Frame frame, Texts texts, Look look, List<PairOffer> pairs) {
        public Pairs {
            pairs = List.copyOf(pairs);
        }

        public String link(PairOffer pair) {
            return path(pair);
        }

        public String fee(PairOffer pair) {
            return Leap.told(look, pair.tariff().fee(), pair.currency());
        }

        public String limits(PairOffer pair) {
            var tariff = pair.tariff();
            return look.number(tariff.min()) + "–" + look.number(tariff.max()) + "\u00a0" + pair.symbol();
        }
    }

    /// Page of a pair.
    ///
    /// @param typed values of the form
    public record One(
            Frame frame, Texts texts, Look look, PairOffer pair, Map<String, String> typed, Problems problems) {
        public One {
            typed = Map.copyOf(typed);
        }

        public String link() {
            return path(pair);
        }
    }
}
