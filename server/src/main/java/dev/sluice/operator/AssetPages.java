package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.operator.AmountsForm.Limits;
import dev.sluice.operator.RequiredReason.Rejection;
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

    private final DashboardGuard guard;
    private final OperatorServices services;

    AssetPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(ASSETS, Permission.OPERATE, this::list),
                guard.page(ONE, Permission.OPERATE, context -> detail(context, Rejection.FIRST)),
                guard.action(ONE + "/availability", Permission.OPERATE, this::before, this::setAvailability),
                guard.page(FEE, Permission.OPERATE, context -> tokenFee(context, Rejection.FIRST)),
                guard.action(FEE, Permission.OPERATE, this::tariffBefore, this::fee),
                guard.action(FEE + "/limits", Permission.OPERATE, this::tariffBefore, this::limits));
    }

    private References references() {
        return services.core().references();
    }

    private Stream<AssetOffer> all() {
        var database = services.core().database();
        return Stream.concat(AssetOffer.tokens(database).stream(), AssetOffer.currencies(database).stream());
    }

    private AssetOffer load(PageContext context) {
        var code = context.request().parameter("asset");
        return all().filter(each -> each.code().equals(code)).findFirst().orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer list(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        var database = services.core().database();
        var tokens = AssetOffer.tokens(database);
        var currencies = AssetOffer.currencies(database);
        return context.page(
                "operator/assets.jte",
                Section.PRICES,
                texts.get("assets"),
                frame -> new Assets(frame, texts, context.formats(), tokens, currencies));
    }

    private Answer detail(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var offer = load(context);
        boolean unreached = offer.isOn()
                && offer.token() != null
                && references().token(offer.code()).isEmpty();
        return context.page(
                again.status(),
                "operator/asset.jte",
                Section.PRICES,
                titleOf(texts, offer),
                frame -> new AssetPage(frame, texts, context.formats(), offer, unreached, again.problems()));
    }

    private static String titleOf(Texts texts, AssetOffer offer) {
        return texts.get("methodOf", offer.name(), offer.code());
    }

    /// Returns the state before the change, for the audit log.
    private Map<String, String> before(PageContext context) {
        return Map.of("before.state", State.text(load(context).isOn()));
    }

    private Answer setAvailability(PageContext context) {
        var offer = load(context);
        return RequiredReason.run(context, "reason-offer", shown -> detail(context, shown), (_, again) -> {
            var state = State.requested(context);
            if (state.isEmpty()) {
                return again.apply(State.missing(context));
            }
            boolean on = state.get();
            if (offer.token() == null) {
                services.edits().offerCurrency(offer.code(), on);
            } else {
                services.edits().offerToken(offer.code(), on);
            }
            return done(context, offer, on ? "switchedOn" : "switchedOff");
        });
    }

    private Answer done(PageContext context, AssetOffer offer, String textKey) {
        references().refresh();
        return context.redirect(path(offer), context.texts(OperatorPages.TEXTS).get(textKey, offer.code()));
    }

    private static boolean isPayout(PageContext context) {
        return switch (context.request().parameter("kind")) {
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

    private Answer tokenFee(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var formats = context.formats();
        var offer = load(context);
        boolean payouts = isPayout(context);
        var tariff = tariff(offer, payouts);
        var input = new HashMap<>(Map.of(
                "flat", formats.number(tariff.fee().flat()),
                "percentage", formats.number(tariff.fee().percentage())));
        input.putAll(AmountsForm.input(formats, limits(tariff), context.form()));
        return context.page(
                again.status(),
                "operator/tokenfee.jte",
                Section.PRICES,
                titleOf(texts, offer),
                frame -> new Fee(frame, texts, formats, offer, tariff, payouts, input, again.problems()));
    }

    private Map<String, String> tariffBefore(PageContext context) {
        var tariff = tariff(load(context), isPayout(context));
        return Map.of(
                "before.fee",
                AgreementPages.auditText(tariff.fee()),
                "before.limits",
                limits(tariff).text());
    }

    private Answer fee(PageContext context) {
        var offer = load(context);
        boolean payouts = isPayout(context);
        var tariff = tariff(offer, payouts);
        var asset = asset(offer);
        return FeeForm.act(context, tariff.fee(), asset, payouts, again -> tokenFee(context, again), fee -> {
            set(offer, payouts, TermsChange.fee(fee));
            return done(context, offer, "feeSet");
        });
    }

    private Answer limits(PageContext context) {
        var offer = load(context);
        boolean payouts = isPayout(context);
        var tariff = tariff(offer, payouts);
        var asset = asset(offer);
        return AmountsForm.act(
                context, limits(tariff), asset, offer.code(), again -> tokenFee(context, again), limits -> {
                    set(offer, payouts, limits.change(asset));
                    return done(context, offer, "amountsSet");
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
            services.edits().tokenPayoutTerms(offer.code(), change);
        } else {
            services.edits().tokenDepositTerms(offer.code(), change);
        }
    }

    static String path(AssetOffer offer) {
        return ASSETS + "/" + Links.encoded(offer.code());
    }

    private static String feePath(AssetOffer offer, boolean payouts) {
        return path(offer) + "/fees/" + (payouts ? "payout" : "deposit");
    }

    /// List of currencies and tokens.
    public record Assets(
            Frame frame, Texts texts, Formats formats, List<AssetOffer> tokens, List<AssetOffer> currencies) {
        public String link(AssetOffer offer) {
            return path(offer);
        }

        public String fee(Tariff tariff, AssetOffer offer) {
            return LargeChangeConfirmation.display(formats, tariff.fee(), offer.code());
        }
    }

    /// Page of a currency or token.
    ///
    /// @param isUnreached true if it is on, but offered to no customer, since no rail supports it
    public record AssetPage(
            Frame frame, Texts texts, Formats formats, AssetOffer offer, boolean isUnreached, Problems problems) {
        public String link() {
            return path(offer);
        }

        public @Nullable TokenOffer token() {
            return offer.token();
        }

        /// Returns its status as a text key.
        public String status() {
            if (isUnreached) {
                return "isUnreached";
            }
            return offer.isOn() ? "isOffered" : "isNotOffered";
        }

        public String feeLink(boolean payouts) {
            return feePath(offer, payouts);
        }

        public String fee(Tariff tariff) {
            return LargeChangeConfirmation.display(formats, tariff.fee(), offer.code());
        }

        public String limits(Tariff tariff) {
            return formats.number(tariff.min()) + "–" + formats.number(tariff.max());
        }
    }

    /// Fee of a token's payouts, or of its deposits.
    ///
    /// @param input values of the form
    public record Fee(
            Frame frame,
            Texts texts,
            Formats formats,
            AssetOffer offer,
            Tariff tariff,
            boolean payouts,
            Map<String, String> input,
            Problems problems) {
        public String link() {
            return feePath(offer, payouts);
        }

        public String assetLink() {
            return path(offer);
        }
    }
}
