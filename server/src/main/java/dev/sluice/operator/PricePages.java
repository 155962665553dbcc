package dev.sluice.operator;

import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.Frame;
import dev.sluice.dashboard.PageContext;
import dev.sluice.dashboard.Problems;
import dev.sluice.dashboard.Section;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.merchant.Permission;
import dev.sluice.operator.RequiredReason.Rejection;
import dev.sluice.page.Texts;
import dev.sluice.rate.RateState;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Offer;
import dev.sluice.reference.Token;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Pages of exchange rates and the price table.
public final class PricePages {
    static final String PRICES = OperatorPages.HOME + "/prices";
    private static final String REMOVE = PRICES + "/off";
    private static final int DIGITS_MAX = 18;
    private static final int DECIMALS_MAX = 10;

    private final DashboardGuard guard;
    private final OperatorServices services;

    PricePages(DashboardGuard guard, OperatorServices services) {
        this.guard = guard;
        this.services = services;
    }

    List<Route> routes() {
        return List.of(
                guard.page(PRICES, Permission.OPERATE, context -> prices(context, Rejection.FIRST)),
                guard.action(PRICES, Permission.OPERATE, this::before, this::price),
                guard.action(REMOVE, Permission.OPERATE, this::removedPrice, this::removePrice));
    }

    private Answer prices(PageContext context, Rejection again) {
        var texts = context.texts(OperatorPages.TEXTS);
        var references = services.core().references();
        var table = Offer.prices(services.core().database());
        var choices = table.stream()
                .flatMap(each -> Stream.of(each.base(), each.quote()))
                .distinct()
                .sorted()
                .toList();
        var asset = OperatorPages.parameter(context, "asset")
                .filter(choices::contains)
                .orElse("");
        var rates = table.stream()
                .filter(each -> asset.isEmpty()
                        || each.base().equals(asset)
                        || each.quote().equals(asset))
                .map(each -> new Rate(each, services.core().rates().price(each.base(), each.quote())))
                .toList();
        // Includes disabled assets: late payments in them are converted at the table's price.
        var currencies = references.everyCurrency().stream().map(Currency::code).toList();
        var bases = Stream.concat(references.everyToken().stream().map(Token::symbol), currencies.stream())
                .distinct()
                .toList();
        return context.page(
                again.status(),
                "operator/prices.jte",
                Section.PRICES,
                texts.get("prices"),
                frame -> new Prices(
                        frame,
                        texts,
                        context.formats(),
                        new PriceFilter(choices, asset),
                        rates,
                        table.stream()
                                .filter(Offer.Price::isAdded)
                                .map(Added::new)
                                .toList(),
                        bases,
                        currencies,
                        context.form().all(),
                        again.problems()));
    }

    /// Returns the price before the change, for the audit log: that of the table, or else the current rate.
    private Map<String, String> before(PageContext context) {
        var base = context.form().text("base").orElse("");
        var quote = context.form().text("quote").orElse("");
        return inTable(base, quote)
                .or(() -> isPair(base, quote) ? inEffect(base, quote) : Optional.empty())
                .map(price -> Map.of("before.price", price.toPlainString()))
                .orElse(Map.of());
    }

    private Optional<BigDecimal> inTable(String base, String quote) {
        return Offer.prices(services.core().database()).stream()
                .filter(each -> each.base().equals(base) && each.quote().equals(quote))
                .map(each -> each.price())
                .findFirst();
    }

    private Optional<BigDecimal> inEffect(String base, String quote) {
        return services.core().rates().price(base, quote).displayRate();
    }

    private Answer price(PageContext context) {
        return RequiredReason.run(context, shown -> prices(context, shown), (_, again) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            var base = context.form().text("base").orElse("");
            var quote = context.form().text("quote").orElse("");
            var price = context.form()
                    .positive("price")
                    .filter(each -> each.precision() <= DIGITS_MAX && each.scale() <= DECIMALS_MAX);
            var problems = new LinkedHashMap<String, String>();
            if (!isPair(base, quote)) {
                problems.put("quote", texts.get("pairInvalid"));
            } else if (isReversed(base, quote)) {
                problems.put("quote", texts.get("pairReversed", quote, base));
            }
            if (price.isEmpty()) {
                problems.put("price", texts.get("priceInvalid"));
            }
            if (!problems.isEmpty()) {
                return again.apply(new Rejection(400, new Problems(null, problems)));
            }
            return largeChange(context, base, quote, price.orElseThrow())
                    .map(again)
                    .orElseGet(() -> {
                        services.edits().price(base, quote, price.orElseThrow());
                        services.core().references().refresh();
                        return context.redirect(PRICES, texts.get("priceSet", base, quote));
                    });
        });
    }

    /// Returns the price to remove, as its form shows it.
    private Optional<Added> chosen(PageContext context) {
        var pair = context.form().text("pair").orElse("");
        return Offer.prices(services.core().database()).stream()
                .filter(Offer.Price::isAdded)
                .map(Added::new)
                .filter(each -> each.text().equals(pair))
                .findFirst();
    }

    private Map<String, String> removedPrice(PageContext context) {
        return chosen(context)
                .map(each -> Map.of("before.price", each.price().price().toPlainString()))
                .orElse(Map.of());
    }

    private Answer removePrice(PageContext context) {
        return RequiredReason.run(context, "reason-off", shown -> prices(context, shown), (_, again) -> {
            var texts = context.texts(OperatorPages.TEXTS);
            var price = chosen(context).map(Added::price).orElse(null);
            if (price == null || !services.edits().removePrice(price.base(), price.quote(), price.price(), _ -> {})) {
                return again.apply(new Rejection(409, Problems.general(texts.get("priceConflict"))));
            }
            services.core().references().refresh();
            return context.redirect(PRICES, texts.get("priceRemoved", price.base(), price.quote()));
        });
    }

    /// A price without a predecessor in the table is compared with the rate derived from other prices.
    private Optional<Rejection> largeChange(PageContext context, String base, String quote, BigDecimal price) {
        var before = inTable(base, quote);
        return before.isPresent()
                ? LargeChangeConfirmation.question(context, before.get(), price)
                : inEffect(base, quote)
                        .flatMap(inEffect ->
                                LargeChangeConfirmation.question(context, base + "/" + quote, inEffect, price));
    }

    /// Reports whether the table has the pair only in the opposite direction. Both directions are derived from
    /// that price, and a second price would stay when that one changes.
    private boolean isReversed(String base, String quote) {
        return inTable(base, quote).isEmpty() && inTable(quote, base).isPresent();
    }

    private boolean isPair(String base, String quote) {
        var references = services.core().references();
        var currencies = references.everyCurrency().stream().map(Currency::code).toList();
        boolean known = currencies.contains(base)
                || references.everyToken().stream()
                        .anyMatch(token -> token.symbol().equals(base));
        return known && !base.equals(quote) && currencies.contains(quote);
    }

    /// Price of the table, with the rate of the pair from all sources.
    public record Rate(Offer.Price price, RateState state) {
        /// Returns the current rate, if there is one.
        public Optional<BigDecimal> current() {
            return state.displayRate();
        }

        public String sources() {
            return state instanceof RateState.Current current ? String.join(", ", current.sources()) : "";
        }
    }

    /// Price that an operator added and can remove.
    public record Added(Offer.Price price) {
        /// Returns its value in the form: the removal is for this price, and not for one set in the meantime.
        public String text() {
            return price.base() + "/" + price.quote() + " " + price.price().toPlainString();
        }
    }

    /// Filter of the price table.
    ///
    /// @param asset a currency or a token; empty for all
    public record PriceFilter(List<String> choices, String asset) {}

    /// Price table.
    ///
    /// @param added prices that can be removed
    /// @param sent refused form
    public record Prices(
            Frame frame,
            Texts texts,
            Formats formats,
            PriceFilter filter,
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
