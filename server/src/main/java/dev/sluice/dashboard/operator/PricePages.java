package dev.sluice.dashboard.operator;

import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.Look;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.dashboard.Visit;
import dev.sluice.dashboard.operator.Reason.Again;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.page.Texts;
import dev.sluice.rate.Standing;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Offer;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Rates of exchange and the price table.
public final class PricePages {
    static final String PRICES = OperatorPages.HOME + "/prices";
    private static final String OFF = PRICES + "/off";
    private static final int DIGITS_MAX = 18;
    private static final int DECIMALS_MAX = 10;

    private final Door door;
    private final Deck deck;

    PricePages(Door door, Deck deck) {
        this.door = door;
        this.deck = deck;
    }

    List<Route> routes() {
        return List.of(
                door.page(PRICES, Permission.OPERATE, visit -> prices(visit, Again.FIRST)),
                door.action(PRICES, Permission.OPERATE, this::before, this::price),
                door.action(OFF, Permission.OPERATE, this::offBefore, this::takeOff));
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
                        table.stream()
                                .filter(Offer.Price::isAdded)
                                .map(Added::new)
                                .toList(),
                        bases,
                        currencies,
                        visit.form().all(),
                        again.problems()));
    }

    /// The price until now, for the audit log: that of the table, or else what is in effect.
    private Map<String, String> before(Visit visit) {
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
        return deck.ground().rates().price(base, quote).told();
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
            return leap(visit, base, quote, price.orElseThrow()).map(again).orElseGet(() -> {
                deck.edits().price(base, quote, price.orElseThrow());
                deck.ground().references().refresh();
                return visit.goTo(PRICES, texts.get("priceSet", base, quote));
            });
        });
    }

    /// The price that is to be taken off, as its form shows it.
    private Optional<Added> chosen(Visit visit) {
        var pair = visit.form().text("pair").orElse("");
        return Offer.prices(deck.ground().database()).stream()
                .filter(Offer.Price::isAdded)
                .map(Added::new)
                .filter(each -> each.told().equals(pair))
                .findFirst();
    }

    private Map<String, String> offBefore(Visit visit) {
        return chosen(visit)
                .map(each -> Map.of("before.price", each.price().price().toPlainString()))
                .orElse(Map.of());
    }

    private Answer takeOff(Visit visit) {
        return Reason.act(visit, "reason-off", shown -> prices(visit, shown), (_, again) -> {
            var texts = visit.texts(OperatorPages.TEXTS);
            var price = chosen(visit).map(Added::price).orElse(null);
            if (price == null || !deck.edits().removePrice(price.base(), price.quote(), price.price(), _ -> {})) {
                return again.apply(new Again(409, Problems.whole(texts.get("priceStands"))));
            }
            deck.ground().references().refresh();
            return visit.goTo(PRICES, texts.get("priceOff", price.base(), price.quote()));
        });
    }

    /// A price without one in the table to compare it with is compared with what follows from others.
    private Optional<Again> leap(Visit visit, String base, String quote, BigDecimal price) {
        var before = inTable(base, quote);
        return before.isPresent()
                ? Leap.question(visit, before.get(), price)
                : inEffect(base, quote).flatMap(inEffect -> Leap.question(visit, base + "/" + quote, inEffect, price));
    }

    /// Whether the table has a pair the other way round alone, which both ways follow: a second price would
    /// stand beside it whatever becomes of that one.
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

    /// A price of the table, and how the pair stands with all sources.
    public record Rate(Offer.Price price, Standing standing) {
        /// What is in effect, if anything is.
        public Optional<BigDecimal> current() {
            return standing.told();
        }

        public String sources() {
            return standing instanceof Standing.Current current ? String.join(", ", current.sources()) : "";
        }
    }

    /// A price that an operator added and can take off.
    public record Added(Offer.Price price) {
        /// As its form says it: who takes it off means this price, and not another one that somebody set
        /// meanwhile.
        public String told() {
            return price.base() + "/" + price.quote() + " " + price.price().toPlainString();
        }
    }

    /// To what the price table is narrowed.
    ///
    /// @param asset a currency or a token; empty for all
    public record Narrowing(List<String> choices, String asset) {}

    /// The price table.
    ///
    /// @param added what can be taken off
    /// @param sent the form that was not taken
    public record Prices(
            Frame frame,
            Texts texts,
            Look look,
            Narrowing narrowing,
            List<Rate> rates,
            List<Added> added,
            List<String> bases,
            List<String> quotes,
            Map<String, String> sent,
            Problems problems) {
        public String at(String field) {
            return sent.getOrDefault(field, "");
        }
    }
}
