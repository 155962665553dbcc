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
import dev.sluice.rate.Standing;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Offer;
import dev.sluice.reference.TermsChange;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Rates of exchange and the price table; the methods, with their fees, on and off.
public final class PricePages {
    static final String PRICES = OperatorPages.HOME + "/prices";
    private static final String METHOD = PRICES + "/methods/{kind}/{currency}/{code}";
    private static final int DIGITS_MAX = 18;
    private static final int DECIMALS_MAX = 10;
    private static final MathContext SHOWN = new MathContext(10);

    private final Door door;
    private final Deck deck;

    PricePages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(PRICES, Permission.OPERATE, visit -> prices(visit, Again.FIRST)),
                door.action(PRICES, Permission.OPERATE, this::priceBefore, this::price),
                door.page(PRICES + "/methods", Permission.OPERATE, this::methods),
                door.page(METHOD, Permission.OPERATE, visit -> method(visit, Again.FIRST)),
                door.action(METHOD + "/offer", Permission.OPERATE, this::before, this::offer),
                door.action(METHOD + "/fee", Permission.OPERATE, this::before, this::fee),
                door.action(METHOD + "/limits", Permission.OPERATE, this::before, this::limits));
    }

    private Answer prices(Visit visit, Again again) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var references = deck.ground().references();
        var table = Offer.prices(deck.ground().database());
        var choices = table.stream()
                .flatMap(each -> Stream.of(each.base(), each.quote()))
                .distinct()
                .sorted()
                .toList();
        var asset =
                OperatorPages.asked(visit, "asset").filter(choices::contains).orElse("");
        var rates = table.stream()
                .filter(each -> asset.isEmpty()
                        || each.base().equals(asset)
                        || each.quote().equals(asset))
                .map(each -> new Rate(each, deck.ground().rates().price(each.base(), each.quote())))
                .toList();
        // Also of what is off offer: late money in it is exchanged at the table's price.
        var currencies = references.everyCurrency().stream().map(Currency::code).toList();
        var bases = Stream.concat(references.everyToken().stream().map(Token::symbol), currencies.stream())
                .distinct()
                .toList();
        return visit.page(
                again.status(),
                "dashboard/operator/prices.jte",
                Section.PRICES,
                texts.get("prices"),
                frame -> new Prices(
                        frame,
                        texts,
                        visit.look(),
                        new Narrowing(choices, asset),
                        rates,
                        bases,
                        currencies,
                        visit.form().all(),
                        again.problems()));
    }

    /// The price until now, for the audit log: that of the table, or else what is in effect.
    private Map<String, String> priceBefore(Visit visit) {
        var base = visit.form().text("base").orElse("");
        var quote = visit.form().text("quote").orElse("");
        return inTable(base, quote)
                .or(() -> isPair(base, quote) ? inEffect(base, quote) : Optional.empty())
                .map(price -> Map.of("before.price", price.toPlainString()))
                .orElse(Map.of());
    }

    private Optional<BigDecimal> inTable(String base, String quote) {
        return Offer.prices(deck.ground().database()).stream()
                .filter(each -> each.base().equals(base) && each.quote().equals(quote))
                .map(each -> each.price())
                .findFirst();
    }

    private Optional<BigDecimal> inEffect(String base, String quote) {
        return inEffect(deck.ground().rates().price(base, quote));
    }

    private static Optional<BigDecimal> inEffect(Standing standing) {
        return standing instanceof Standing.Current current
                ? Optional.of(current.value().round(SHOWN))
                : Optional.empty();
    }

    private Answer price(Visit visit) {
        return Reason.act(visit, shown -> prices(visit, shown), (_, again) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            var base = visit.form().text("base").orElse("");
            var quote = visit.form().text("quote").orElse("");
            var price = visit.form()
                    .positive("price")
                    .filter(each -> each.precision() <= DIGITS_MAX && each.scale() <= DECIMALS_MAX);
            var wrong = new LinkedHashMap<String, String>();
            if (!isPair(base, quote)) {
                wrong.put("quote", texts.get("pairWanted"));
            } else if (isOtherWay(base, quote)) {
                wrong.put("quote", texts.get("pairOtherWay", quote, base));
            }
            if (price.isEmpty()) {
                wrong.put("price", texts.get("priceWanted"));
            }
            if (!wrong.isEmpty()) {
                return again.apply(new Again(400, new Problems(null, wrong)));
            }
            return leap(visit, base, quote, price.orElseThrow())
                    .map(again)
                    .orElseGet(() -> {
                        deck.edits().price(base, quote, price.orElseThrow());
                        deck.ground().references().refresh();
                        return visit.goTo(PRICES, texts.get("priceSet", base, quote));
                    });
        });
    }

    /// A price without one in the table to compare it with is compared with what follows from others.
    private Optional<Again> leap(Visit visit, String base, String quote, BigDecimal price) {
        var before = inTable(base, quote);
        return before.isPresent()
                ? Leap.question(visit, before.get(), price)
                : inEffect(base, quote)
                        .flatMap(inEffect -> Leap.question(visit, base + "/" + quote, inEffect, price));
    }

    /// Whether the table has a pair the other way round alone, which both ways follow: a second price would
    /// stand beside it whatever becomes of that one, and nobody could take it away.
    private boolean isOtherWay(String base, String quote) {
        return inTable(base, quote).isEmpty() && inTable(quote, base).isPresent();
    }

    private boolean isPair(String base, String quote) {
        var references = deck.ground().references();
        var currencies = references.everyCurrency().stream().map(Currency::code).toList();
        boolean known = currencies.contains(base)
                || references.everyToken().stream()
                        .anyMatch(token -> token.symbol().equals(base));
        return known && !base.equals(quote) && currencies.contains(quote);
    }

    private Answer methods(Visit visit) {
        var texts = visit.texts(OperatorPages.TEXTS);
        var currencies = deck.ground().references().currencies().stream()
                .map(Currency::code)
                .toList();
        var currency = OperatorPages.asked(visit, "currency")
                .filter(currencies::contains)
                .orElseGet(() -> currencies.isEmpty() ? "" : currencies.getFirst());
        boolean payouts =
                OperatorPages.asked(visit, "kind").filter("payout"::equals).isPresent();
        var offers = offers(payouts, currency);
        return visit.page(
                "dashboard/operator/methods.jte",
                Section.PRICES,
                texts.get("methods"),
                frame -> new Methods(frame, texts, visit.look(), currencies, currency, payouts, offers));
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
                        flat,
                        percentage,
                        AmountsForm.typed(look, limits(offer), visit.form()),
                        again.problems()));
    }

    /// How a method stands until now, for the audit log.
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
        return deck.ground().references().asset(offer.currency()).orElseThrow(Refusal.NOT_FOUND::refused);
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
        deck.ground().references().refresh();
        return visit.goTo(
                path(isPayout(visit), offer), visit.texts(OperatorPages.TEXTS).get(notice, offer.name()));
    }

    static String path(boolean payouts, Offer offer) {
        return PRICES + "/methods/" + (payouts ? "payout" : "deposit") + "/" + offer.currency() + "/"
                + Links.encoded(offer.bankCode());
    }

    /// A price of the table, and how the pair stands with all sources.
    public record Rate(Offer.Price price, Standing standing) {
        /// What is in effect, if anything is.
        public Optional<BigDecimal> current() {
            return inEffect(standing);
        }

        public String sources() {
            return standing instanceof Standing.Current current ? String.join(", ", current.sources()) : "";
        }
    }

    /// To what the price table is narrowed.
    ///
    /// @param asset a currency or a token; empty for all
    public record Narrowing(List<String> choices, String asset) {}

    /// The price table.
    ///
    /// @param sent the form that was not taken
    public record Prices(
            Frame frame,
            Texts texts,
            Look look,
            Narrowing narrowing,
            List<Rate> rates,
            List<String> bases,
            List<String> quotes,
            Map<String, String> sent,
            Problems problems) {
        public String at(String field) {
            return sent.getOrDefault(field, "");
        }
    }

    /// The methods of a currency.
    public record Methods(
            Frame frame,
            Texts texts,
            Look look,
            List<String> currencies,
            String currency,
            boolean payouts,
            List<Offer> offers) {
        public String link(Offer offer) {
            return path(payouts, offer);
        }

        public String link(boolean toPayouts) {
            return Links.of(
                    PRICES + "/methods", Map.of("kind", toPayouts ? "payout" : "deposit", "currency", currency));
        }
    }

    /// One of them.
    ///
    /// @param flat what stands in the form of its fee
    /// @param percentage the same
    /// @param amounts what stands in the form of its limits
    public record Method(
            Frame frame,
            Texts texts,
            boolean payouts,
            Offer offer,
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
