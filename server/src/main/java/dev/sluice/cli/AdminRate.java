package dev.sluice.cli;

import dev.sluice.cli.AuditEntries.What;
import dev.sluice.http.Json;
import dev.sluice.money.RelativeChange;
import dev.sluice.rate.RateSettings.Source;
import dev.sluice.rate.RateState;
import dev.sluice.rate.RateState.Reason;
import dev.sluice.rate.Rates;
import dev.sluice.reference.Currency;
import dev.sluice.reference.Offer;
import dev.sluice.reference.ReferenceEdits;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.reference.TablePrice;
import dev.sluice.reference.Token;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `admin rate`: current rates, and the price table.
@Command(name = "rate", description = "Exchange rates and the price table.", mixinStandardHelpOptions = true)
final class AdminRate {
    private static final String DOLLAR = "USD";
    private static final int DIGITS_MAX = 18;
    private static final int DECIMALS_MAX = 10;

    private final AdminRunner database;

    @CommandLine.Spec
    private CommandSpec spec = CommandSpec.create();

    AdminRate(AdminRunner database) {
        this.database = database;
    }

    @Command(
            description =
                    "Query the configured rate sources, and list the price of one unit of each token and of the US"
                            + " dollar.",
            mixinStandardHelpOptions = true)
    int list(
            @Parameters(
                            paramLabel = "BASE",
                            arity = "0..1",
                            description = "Token symbol or currency to list, such as USDC.")
                    @Nullable
                    String base)
            throws Exception {
        return database.open(services -> {
            var references = references(services.session());
            var bases = base == null ? bases(references) : List.of(known(references, base));
            try (var rates = rates(services.session(), references)) {
                rates.poll();
                var table = new Table("PAIR", "PRICE", "SOURCES", "AGE");
                for (var each : bases) {
                    for (var currency : references.currencies()) {
                        if (!each.equals(currency.code())) {
                            var pair = each + "/" + currency.code();
                            var state = rates.price(each, currency.code());
                            row(table, services.session(), pair, state);
                            if (state instanceof RateState.Never
                                    && references.price(each, currency.code()).isPresent()) {
                                table.row(pair, "none: sample rate, not quoted in live", "-", "-");
                            }
                        }
                    }
                }
                table.print(spec.commandLine().getOut());
            }
        });
    }

    @Command(
            description = "Set the price of one unit of BASE in QUOTE in the price table. Nodes apply it within"
                    + " seconds.",
            mixinStandardHelpOptions = true)
    int set(
            @Parameters(paramLabel = "BASE", description = "Token symbol or currency, such as USDC.") String base,
            @Parameters(paramLabel = "QUOTE", description = "Currency, such as IDR.") String quote,
            @Parameters(paramLabel = "PRICE", description = "Price with at most 18 digits, 10 of them decimals.")
                    BigDecimal price,
            @Option(names = "--sure", description = "Accept a first price that is far from the current rate.")
                    boolean sure)
            throws Exception {
        if (price.precision() > DIGITS_MAX || price.scale() > DECIMALS_MAX) {
            throw new IllegalArgumentException(
                    "the price has more than " + DIGITS_MAX + " digits or " + DECIMALS_MAX + " decimals");
        }
        if (price.signum() <= 0) {
            throw new IllegalArgumentException("the price must be positive");
        }
        return database.open(services -> {
            var references = references(services.session());
            var from = known(references, base);
            var to = quote.toUpperCase(Locale.ROOT);
            if (references.currency(to).isEmpty()) {
                throw new IllegalArgumentException("no currency " + quote);
            }
            if (from.equals(to)) {
                throw new IllegalArgumentException("base and quote are the same currency");
            }
            var before = before(services.session(), references, new NewPrice(from, to, price, sure));
            var fields = new HashMap<>(Map.of("base", from, "quote", to, "price", price.toPlainString()));
            before.ifPresent(each -> fields.put("before.price", each.toPlainString()));
            new ReferenceEdits(
                            services.session().database(),
                            references,
                            services.session().clocks())
                    .price(from, to, price, services.noting(new What("admin/rate/set", null, fields)));
            if (!services.session().rates().sources().contains(Source.TABLE)) {
                spec.commandLine()
                        .getErr()
                        .println("note: SLUICE_RATE_SOURCES does not contain table, so the table's prices are not"
                                + " used");
            }
        });
    }

    @Command(
            description = "Remove an added price from the price table. Nodes apply it within seconds.",
            mixinStandardHelpOptions = true)
    int unset(
            @Parameters(paramLabel = "BASE", description = "Token symbol or currency, such as USDC.") String base,
            @Parameters(paramLabel = "QUOTE", description = "Currency, such as IDR.") String quote)
            throws Exception {
        return database.open(services -> {
            var from = base.toUpperCase(Locale.ROOT);
            var to = quote.toUpperCase(Locale.ROOT);
            var pair = from + "/" + to;
            var price = Offer.prices(services.session().database()).stream()
                    .filter(each -> each.base().equals(from) && each.quote().equals(to))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("the price table has no " + pair));
            if (!price.isAdded()) {
                throw new IllegalArgumentException(pair + " is in the reference data: it can be set, but not removed");
            }
            var before = price.price().toPlainString();
            var what = new What("admin/rate/unset", null, Map.of("base", from, "quote", to, "before.price", before));
            if (!new ReferenceEdits(
                            services.session().database(),
                            references(services.session()),
                            services.session().clocks())
                    .removePrice(from, to, price.price(), services.noting(what))) {
                throw new IllegalArgumentException(
                        "the price of " + pair + " was changed by someone else: check it and repeat the command");
            }
        });
    }

    /// Price to set.
    ///
    /// @param sure true to accept any distance from the current price
    private record NewPrice(String base, String quote, BigDecimal price, boolean sure) {
        String pair() {
            return base + "/" + quote;
        }
    }

    /// Returns the price until now: that of the table, or the current one for a pair without an entry.
    ///
    /// @throws IllegalArgumentException if the table has the pair the other way round, since it applies in both
    ///     directions, or if a first price is far from the current one without `sure`
    private static Optional<BigDecimal> before(AdminSession session, References references, NewPrice newPrice) {
        var inTable = references.price(newPrice.base(), newPrice.quote()).map(TablePrice::price);
        if (inTable.isPresent()) {
            return inTable;
        }
        if (references.price(newPrice.quote(), newPrice.base()).isPresent()) {
            throw new IllegalArgumentException("the price table has " + newPrice.quote() + "/" + newPrice.base()
                    + ": set that pair, and " + newPrice.pair() + " follows from it");
        }
        var inEffect = inEffect(session, references, newPrice);
        if (!newPrice.sure()
                && inEffect.filter(before -> RelativeChange.isFar(before, newPrice.price()))
                        .isPresent()) {
            throw new IllegalArgumentException(
                    "the price table has no " + newPrice.pair() + ", and the current rate is "
                            + inEffect.orElseThrow().toPlainString() + ": to set "
                            + newPrice.price().toPlainString() + " anyway, add --sure");
        }
        return inEffect;
    }

    private static Optional<BigDecimal> inEffect(AdminSession session, References references, NewPrice newPrice) {
        try (var rates = rates(session, references)) {
            rates.poll();
            return rates.price(newPrice.base(), newPrice.quote()).displayRate();
        }
    }

    private static References references(AdminSession session) {
        return new References(session.database(), Served.everything());
    }

    private static Rates rates(AdminSession session, References references) {
        return Rates.wire(references, session.clocks(), session.rates(), new CompositeMeterRegistry());
    }

    private static List<String> bases(References references) {
        return Stream.concat(references.tokens().stream().map(Token::symbol).distinct(), Stream.of(DOLLAR))
                .toList();
    }

    /// A base as the table writes it.
    private static String known(References references, String base) {
        var upper = base.toUpperCase(Locale.ROOT);
        var known = Stream.concat(
                references.tokens().stream().map(Token::symbol),
                references.currencies().stream().map(Currency::code));
        if (known.noneMatch(upper::equals)) {
            throw new IllegalArgumentException("no token or currency " + base);
        }
        return upper;
    }

    private static void row(Table table, AdminSession session, String pair, RateState state) {
        switch (state) {
            case RateState.Current(var value, var sources, var from) ->
                table.row(
                        pair,
                        Json.plain(value.round(RateState.TOLD)),
                        String.join(" ", sources),
                        sources.equals(Set.of(Source.TABLE.wire()))
                                ? "-"
                                : Duration.between(from, session.clocks().realInstant())
                                                .toSeconds() + " s");
            case RateState.Unknown(var reason) ->
                table.row(pair, reason == Reason.OLD ? "none: no fresh source" : "none: disputed", "-", "-");
            case RateState.Never _ -> {}
        }
    }
}
