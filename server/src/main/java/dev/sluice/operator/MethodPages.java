package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.deposit.DepositModule;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
import dev.sluice.operator.AmountsForm.Limits;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Offer;
import dev.sluice.reference.References;
import dev.sluice.reference.TermsChange;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Map;

/// Payment methods of deposits and payouts, with their fees and limits, on and off.
public final class MethodPages {
    private static final String METHODS = PricePages.PRICES + "/methods";
    private static final String METHOD = METHODS + "/{kind}/{currency}/{code}";

    private final DashboardGuard guard;
    private final OperatorServices services;

    MethodPages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(METHODS, Permission.OPERATE, this::methods),
                guard.page(METHOD, Permission.OPERATE, context -> method(context, Rejection.FIRST)),
                guard.action(METHOD + "/availability", Permission.OPERATE, this::before, this::setAvailability),
                guard.action(METHOD + "/fee", Permission.OPERATE, this::before, this::fee),
                guard.action(METHOD + "/limits", Permission.OPERATE, this::before, this::limits));
    }

    private References references() {
        return services.core().references();
    }

    private Answer methods(PageContext context) {
        var texts = context.texts(OperatorPages.TEXTS);
        // Includes disabled currencies: settings of their methods apply once they are on again.
        var currencies =
                references().everyCurrency().stream().map(Currency::code).toList();
        var currency = OperatorPages.parameter(context, "currency")
                .filter(currencies::contains)
                .orElseGet(() -> currencies.isEmpty() ? "" : currencies.getFirst());
        boolean payouts = OperatorPages.parameter(context, "kind")
                .filter("payout"::equals)
                .isPresent();
        var offers = offers(payouts, currency);
        boolean isOff = references().currency(currency).isEmpty();
        return context.page(
                "operator/methods.jte",
                Section.PRICES,
                texts.get("methods"),
                frame -> new Methods(frame, texts, context.formats(), currencies, currency, isOff, payouts, offers));
    }

    private List<Offer> offers(boolean payouts, String currency) {
        var database = services.core().database();
        return payouts ? Offer.payouts(database, currency) : Offer.deposits(database, currency);
    }

    private static boolean isPayout(PageContext context) {
        return switch (context.request().parameter("kind")) {
            case "payout" -> true;
            case "deposit" -> false;
            case String _ -> throw Refusal.NOT_FOUND.refused();
        };
    }

    private Offer load(PageContext context) {
        var code = context.request().parameter("code");
        return offers(isPayout(context), context.request().parameter("currency")).stream()
                .filter(offer -> offer.bankCode().equals(code))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer method(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var formats = context.formats();
        var offer = load(context);
        boolean payouts = isPayout(context);
        var statusKey = statusKey(payouts, offer);
        var input = context.form().all();
        var flat = input.getOrDefault("flat", formats.number(offer.fee().flat()));
        var percentage =
                input.getOrDefault("percentage", formats.number(offer.fee().percentage()));
        return context.page(
                again.status(),
                "operator/method.jte",
                Section.PRICES,
                texts.get("methodOf", offer.name(), offer.currency()),
                frame -> new Method(
                        frame,
                        texts,
                        payouts,
                        offer,
                        statusKey,
                        flat,
                        percentage,
                        AmountsForm.input(formats, limits(offer), context.form()),
                        again.problems()));
    }

    /// Returns a method's status as a text key: an enabled one also needs its currency, its bank and a rail.
    private String statusKey(boolean payouts, Offer offer) {
        if (!offer.isOn()) {
            return "isNotOffered";
        }
        if (references().currency(offer.currency()).isEmpty()) {
            return "isCurrencyDisabled";
        }
        boolean isReached = payouts
                ? references().payoutMethod(offer.currency(), offer.bankCode()).isPresent()
                : references()
                        .depositMethod(offer.currency(), offer.bankCode())
                        .filter(method -> DepositModule.isOpen(services.rails().payins(), method))
                        .isPresent();
        return isReached ? "isOffered" : "isMethodUnreached";
    }

    /// Returns a method's state before the change, for the audit log.
    private Map<String, String> before(PageContext context) {
        var offer = load(context);
        return Map.of(
                "before.state",
                State.text(offer.isOn()),
                "before.fee",
                AgreementPages.auditText(offer.fee()),
                "before.limits",
                limits(offer).text());
    }

    private Answer setAvailability(PageContext context) {
        var offer = load(context);
        return RequiredReason.run(context, "reason-offer", shown -> method(context, shown), (_, again) -> {
            var state = State.requested(context);
            if (state.isEmpty()) {
                return again.apply(State.missing(context));
            }
            boolean on = state.get();
            if (isPayout(context)) {
                services.edits().offerPayoutMethod(offer.currency(), offer.bankCode(), on);
            } else {
                services.edits().offerDepositMethod(offer.currency(), offer.bankCode(), on);
            }
            return done(context, offer, on ? "switchedOn" : "switchedOff");
        });
    }

    private Answer fee(PageContext context) {
        var offer = load(context);
        var asset = asset(offer);
        return FeeForm.act(context, offer.fee(), asset, isPayout(context), again -> method(context, again), fee -> {
            set(context, offer, TermsChange.fee(fee));
            return done(context, offer, "feeSet");
        });
    }

    private Answer limits(PageContext context) {
        var offer = load(context);
        var asset = asset(offer);
        return AmountsForm.act(
                context, limits(offer), asset, offer.currency(), again -> method(context, again), limits -> {
                    set(context, offer, limits.change(asset));
                    return done(context, offer, "amountsSet");
                });
    }

    private Asset asset(Offer offer) {
        return references().asset(offer.currency()).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private static Limits limits(Offer offer) {
        return new Limits(offer.min(), offer.max());
    }

    private void set(PageContext context, Offer offer, TermsChange change) {
        if (isPayout(context)) {
            services.edits().payoutTerms(offer.currency(), offer.bankCode(), change);
        } else {
            services.edits().depositTerms(offer.currency(), offer.bankCode(), change);
        }
    }

    private Answer done(PageContext context, Offer offer, String textKey) {
        references().refresh();
        return context.redirect(
                path(isPayout(context), offer),
                context.texts(OperatorPages.TEXTS).get(textKey, offer.name()));
    }

    static String path(boolean payouts, Offer offer) {
        return METHODS + "/" + (payouts ? "payout" : "deposit") + "/" + offer.currency() + "/"
                + Links.encoded(offer.bankCode());
    }

    /// Methods of a currency.
    ///
    /// @param isOff true if the currency is off, so that none of them is offered
    public record Methods(
            Frame frame,
            Texts texts,
            Formats formats,
            List<String> currencies,
            String currency,
            boolean isOff,
            boolean payouts,
            List<Offer> offers) {
        public String link(Offer offer) {
            return path(payouts, offer);
        }

        public String link(boolean toPayouts) {
            return Links.of(METHODS, Map.of("kind", toPayouts ? "payout" : "deposit", "currency", currency));
        }
    }

    /// Page of a method.
    ///
    /// @param status its status, as a text key
    /// @param flat value of the fee form
    /// @param percentage value of the fee form
    /// @param amounts values of the limits form
    public record Method(
            Frame frame,
            Texts texts,
            boolean payouts,
            Offer offer,
            String status,
            String flat,
            String percentage,
            Map<String, String> amounts,
            Problems problems) {
        public Method {
            amounts = Map.copyOf(amounts);
        }

        public String link() {
            return path(payouts, offer);
        }
    }
}
