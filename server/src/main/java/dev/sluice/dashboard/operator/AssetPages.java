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
import dev.sluice.money.Asset;
import dev.sluice.page.Texts;
import dev.sluice.reference.AssetOffer;
import dev.sluice.reference.AssetOffer.Tariff;
import dev.sluice.reference.AssetOffer.TokenOffer;
import dev.sluice.reference.References;
import dev.sluice.reference.TermsChange;
import dev.sluice.refusal.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pages of currencies and tokens: on and off, and the fees of tokens.
public final class AssetPages {
    private static final String ASSETS = PricePages.PRICES + "/assets";
    private static final String ONE = ASSETS + "/{asset}";
    private static final String FEE = ONE + "/fees/{kind}";

    private final Door door;
    private final Deck deck;

    AssetPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(ASSETS, Permission.OPERATE, this::list),
                door.page(ONE, Permission.OPERATE, visit -> one(visit, Again.FIRST)),
                door.action(ONE + "/offer", Permission.OPERATE, this::before, this::offer),
                door.page(FEE, Permission.OPERATE, visit -> tokenFee(visit, Again.FIRST)),
                door.action(FEE, Permission.OPERATE, this::tariffBefore, this::fee),
                door.action(FEE + "/limits", Permission.OPERATE, this::tariffBefore, this::limits));
    }

    private References references() {
        return deck.ground().references();
    }

    private Stream<AssetOffer> all() {
        var database = deck.ground().database();
        return Stream.concat(AssetOffer.tokens(database).stream(), AssetOffer.currencies(database).stream());
    }

    private AssetOffer found(Visit visit) {
        var code = visit.request().parameter("asset");
        return all().filter(each -> each.code().equals(code)).findFirst().orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer list(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var database = deck.ground().database();
        var tokens = AssetOffer.tokens(database);
        var currencies = AssetOffer.currencies(database);
        return visit.page(
                "dashboard/operator/assets.jte",
                Section.PRICES,
                texts.get("assets"),
                frame -> new Assets(frame, texts, visit.look(), tokens, currencies));
    }

    private Answer one(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var offer = found(visit);
        boolean unreached = offer.isOn()
                && offer.token() != null
                && references().token(offer.code()).isEmpty();
        return visit.page(
                again.status(),
                "dashboard/operator/asset.jte",
                Section.PRICES,
                titleOf(texts, offer),
                frame -> new One(frame, texts, visit.look(), offer, unreached, again.problems()));
    }

    private static String titleOf(Texts texts, AssetOffer offer) {
        return texts.get("methodOf", offer.name(), offer.code());
    }

    /// Returns the state before the change, for the audit log.
    private Map<String, String> before(Visit visit) {
        return Map.of("before.state", State.told(found(visit).isOn()));
    }

    private Answer offer(Visit visit) {
        var offer = found(visit);
        return Reason.act(visit, "reason-offer", shown -> one(visit, shown), (_, again) -> {
            var state = State.wanted(visit);
            if (state.isEmpty()) {
                return again.apply(State.isUnsaid(visit));
            }
            boolean on = state.get();
            if (offer.token() == null) {
                deck.edits().offerCurrency(offer.code(), on);
            } else {
                deck.edits().offerToken(offer.code(), on);
            }
            return done(visit, offer, on ? "switchedOn" : "switchedOff");
        });
    }

    private Answer done(Visit visit, AssetOffer offer, String notice) {
        references().refresh();
        return visit.goTo(path(offer), visit.texts(OperatorPages.TEXTS).get(notice, offer.code()));
    }

    private static boolean isPayout(Visit visit) {
        return switch (visit.request().parameter("kind")) {
            case "payout" -> true;
            case "deposit" -> false;
            case String _ -> throw Refusal.NOT_FOUND.refused();
        };
    }

    /// Returns the terms in the address. Only tokens have terms; a currency's terms belong to its methods.
    private static Tariff tariff(AssetOffer offer, boolean payouts) {
        return Optional.ofNullable(offer.token())
                .map(token -> payouts ? token.payout() : token.deposit())
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer tokenFee(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var look = visit.look();
        var offer = found(visit);
        boolean payouts = isPayout(visit);
        var tariff = tariff(offer, payouts);
        var typed = new HashMap<>(Map.of(
                "flat", look.number(tariff.fee().flat()),
                "percentage", look.number(tariff.fee().percentage())));
        typed.putAll(AmountsForm.typed(look, limits(tariff), visit.form()));
        return visit.page(
                again.status(),
                "dashboard/operator/tokenfee.jte",
                Section.PRICES,
                titleOf(texts, offer),
                frame -> new Fee(frame, texts, look, offer, tariff, payouts, typed, again.problems()));
    }

    private Map<String, String> tariffBefore(Visit visit) {
        var tariff = tariff(found(visit), isPayout(visit));
        return Map.of(
                "before.fee",
                TermsPages.told(tariff.fee()),
                "before.limits",
                limits(tariff).told());
    }

    private Answer fee(Visit visit) {
        var offer = found(visit);
        boolean payouts = isPayout(visit);
        var tariff = tariff(offer, payouts);
        var asset = asset(offer);
        return FeeForm.act(visit, tariff.fee(), asset, payouts, again -> tokenFee(visit, again), fee -> {
            set(offer, payouts, TermsChange.fee(fee));
            return done(visit, offer, "feeSet");
        });
    }

    private Answer limits(Visit visit) {
        var offer = found(visit);
        boolean payouts = isPayout(visit);
        var tariff = tariff(offer, payouts);
        var asset = asset(offer);
        return AmountsForm.act(visit, limits(tariff), asset, offer.code(), again -> tokenFee(visit, again), limits -> {
            set(offer, payouts, limits.change(asset));
            return done(visit, offer, "amountsSet");
        });
    }

    private Asset asset(AssetOffer offer) {
        return references().asset(offer.code()).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private static Limits limits(Tariff tariff) {
        return new Limits(tariff.min(), tariff.max());
    }

    private void set(AssetOffer offer, boolean payouts, TermsChange change) {
        if (payouts) {
            deck.edits().tokenPayoutTerms(offer.code(), change);
        } else {
            deck.edits().tokenDepositTerms(offer.code(), change);
        }
    }

    static String path(AssetOffer offer) {
        return ASSETS + "/" + Links.encoded(offer.code());
    }

    private static String feePath(AssetOffer offer, boolean payouts) {
        return path(offer) + "/fees/" + (payouts ? "payout" : "deposit");
    }

    /// List of currencies and tokens.
    public record Assets(Frame frame, Texts texts, Look look, List<AssetOffer> tokens, List<AssetOffer> currencies) {
        public String link(AssetOffer offer) {
            return path(offer);
        }

        public String fee(Tariff tariff, AssetOffer offer) {
            return Leap.told(look, tariff.fee(), offer.code());
        }
    }

    /// Page of a currency or token.
    ///
    /// @param isUnreached true if it is on, but offered to no customer, since no rail supports it
    public record One(Frame frame, Texts texts, Look look, AssetOffer offer, boolean isUnreached, Problems problems) {
        public String link() {
            return path(offer);
        }

        public @Nullable TokenOffer token() {
            return offer.token();
        }

        /// Returns its status as a text key.
        public String standing() {
            if (isUnreached) {
                return "isUnreached";
            }
            return offer.isOn() ? "isOffered" : "isNotOffered";
        }

        public String feeLink(boolean payouts) {
            return feePath(offer, payouts);
        }

        public String fee(Tariff tariff) {
            return Leap.told(look, tariff.fee(), offer.code());
        }

        public String limits(Tariff tariff) {
            return look.number(tariff.min()) + "–" + look.number(tariff.max());
        }
    }

    /// Fee of a token's payouts, or of its deposits.
    ///
    /// @param typed values of the form
    public record Fee(
            Frame frame,
            Texts texts,
            Look look,
            AssetOffer offer,
            Tariff tariff,
            boolean payouts,
            Map<String, String> typed,
            Problems problems) {
        public String link() {
            return feePath(offer, payouts);
        }

        public String assetLink() {
            return path(offer);
        }
    }
}
