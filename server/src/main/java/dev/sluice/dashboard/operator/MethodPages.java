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
import dev.sluice.deposit.DepositRoom;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.money.Asset;
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

    private final Door door;
    private final Deck deck;

    MethodPages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(METHODS, Permission.OPERATE, this::methods),
                door.page(METHOD, Permission.OPERATE, visit -> method(visit, Again.FIRST)),
                door.action(METHOD + "/offer", Permission.OPERATE, this::before, this::offer),
                door.action(METHOD + "/fee", Permission.OPERATE, this::before, this::fee),
                door.action(METHOD + "/limits", Permission.OPERATE, this::before, this::limits));
    }

    private References references() {
        return deck.ground().references();
    }

    private Answer methods(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        // Includes disabled currencies: settings of their methods apply once they are on again.
        var currencies =
                references().everyCurrency().stream().map(Currency::code).toList();
        var currency = OperatorPages.asked(visit, "currency")
                .filter(currencies::contains)
                .orElseGet(() -> currencies.isEmpty() ? "" : currencies.getFirst());
        boolean payouts =
                OperatorPages.asked(visit, "kind").filter("payout"::equals).isPresent();
        var offers = offers(payouts, currency);
        boolean isOff = references().currency(currency).isEmpty();
        return visit.page(
                "dashboard/operator/methods.jte",
                Section.PRICES,
                texts.get("methods"),
                frame -> new Methods(frame, texts, visit.look(), currencies, currency, isOff, payouts, offers));
    }

    private List<Offer> offers(boolean payouts, String currency) {
        var database = deck.ground().database();
        return payouts ? Offer.payouts(database, currency) : Offer.deposits(database, currency);
    }

    private static boolean isPayout(Visit visit) {
        return switch (visit.request().parameter("kind")) {
            case "payout" -> true;
            case "deposit" -> false;
            case String _ -> throw Refusal.NOT_FOUND.refused();
        };
    }

    private Offer found(Visit visit) {
        var code = visit.request().parameter("code");
        return offers(isPayout(visit), visit.request().parameter("currency")).stream()
                .filter(offer -> offer.bankCode().equals(code))
                .findFirst()
                .orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private Answer method(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var look = visit.look();
        var offer = found(visit);
        boolean payouts = isPayout(visit);
        var standing = standing(payouts, offer);
        var typed = visit.form().all();
        var flat = typed.getOrDefault("flat", look.number(offer.fee().flat()));
        var percentage =
                typed.getOrDefault("percentage", look.number(offer.fee().percentage()));
        return visit.page(
                again.status(),
                "dashboard/operator/method.jte",
                Section.PRICES,
                texts.get("methodOf", offer.name(), offer.currency()),
                frame -> new Method(
                        frame,
                        texts,
                        payouts,
                        offer,
                        standing,
                        flat,
                        percentage,
                        AmountsForm.typed(look, limits(offer), visit.form()),
                        again.problems()));
    }

    /// Returns a method's status as a text key: an enabled one also needs its currency, its bank and a rail.
    private String standing(boolean payouts, Offer offer) {
        if (!offer.isOn()) {
            return "isNotOffered";
        }
        if (references().currency(offer.currency()).isEmpty()) {
            return "isOfCurrencyOff";
        }
        boolean isReached = payouts
                ? references().payoutMethod(offer.currency(), offer.bankCode()).isPresent()
                : references()
                        .depositMethod(offer.currency(), offer.bankCode())
                        .filter(method -> DepositRoom.isOpen(deck.rails().payins(), method))
                        .isPresent();
        return isReached ? "isOffered" : "isMethodUnreached";
    }

    /// Returns a method's state before the change, for the audit log.
    private Map<String, String> before(Visit visit) {
        var offer = found(visit);
        return Map.of(
                "before.state",
                State.told(offer.isOn()),
                "before.fee",
                TermsPages.told(offer.fee()),
                "before.limits",
                limits(offer).told());
    }

    private Answer offer(Visit visit) {
        var offer = found(visit);
        return Reason.act(visit, "reason-offer", shown -> method(visit, shown), (_, again) -> {
            var state = State.wanted(visit);
            if (state.isEmpty()) {
                return again.apply(State.isUnsaid(visit));
            }
            boolean on = state.get();
            if (isPayout(visit)) {
                deck.edits().offerPayoutMethod(offer.currency(), offer.bankCode(), on);
            } else {
                deck.edits().offerDepositMethod(offer.currency(), offer.bankCode(), on);
            }
            return done(visit, offer, on ? "switchedOn" : "switchedOff");
        });
    }

    private Answer fee(Visit visit) {
        var offer = found(visit);
        var asset = asset(offer);
        return FeeForm.act(visit, offer.fee(), asset, isPayout(visit), again -> method(visit, again), fee -> {
            set(visit, offer, TermsChange.fee(fee));
            return done(visit, offer, "feeSet");
        });
    }

    private Answer limits(Visit visit) {
        var offer = found(visit);
        var asset = asset(offer);
        return AmountsForm.act(visit, limits(offer), asset, offer.currency(), again -> method(visit, again), limits -> {
            set(visit, offer, limits.change(asset));
            return done(visit, offer, "amountsSet");
        });
    }

    private Asset asset(Offer offer) {
        return references().asset(offer.currency()).orElseThrow(Refusal.NOT_FOUND::refused);
    }

    private static Limits limits(Offer offer) {
        return new Limits(offer.min(), offer.max());
    }

    private void set(Visit visit, Offer offer, TermsChange change) {
        if (isPayout(visit)) {
            deck.edits().payoutTerms(offer.currency(), offer.bankCode(), change);
        } else {
            deck.edits().depositTerms(offer.currency(), offer.bankCode(), change);
        }
    }

    private Answer done(Visit visit, Offer offer, String notice) {
        references().refresh();
        return visit.goTo(
                path(isPayout(visit), offer), visit.texts(OperatorPages.TEXTS).get(notice, offer.name()));
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
            Look look,
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
    /// @param standing its status, as a text key
    /// @param flat value of the fee form
    /// @param percentage value of the fee form
    /// @param amounts values of the limits form
    public record Method(
            Frame frame,
            Texts texts,
            boolean payouts,
            Offer offer,
            String standing,
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
