package dev.sluice.rate;

import dev.sluice.clock.Clocks;
import dev.sluice.http.Fetch;
import dev.sluice.money.Asset;
import dev.sluice.rate.RateSettings.Source;
import dev.sluice.reference.References;
import dev.sluice.reference.Token;
import dev.sluice.refusal.Refusal;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one unit of an asset is worth in another: tokens by the prices of their symbols, whatever their network.
/// Rounded half up to 18 significant digits.
public final class Rates implements AutoCloseable {
    private static final String DOLLAR = "USD";
    private static final MathContext PRECISION = new MathContext(18, RoundingMode.HALF_UP);

    private final References references;
    private final Clocks clocks;
    private final Market market;
    private final Market lastResort;
    private final List<HttpSource> feeds;
    private final @Nullable Fetch fetch;

    private Rates(
            References references,
            Clocks clocks,
            Market market,
            Market lastResort,
            List<HttpSource> feeds,
            @Nullable Fetch fetch) {
        this.references = references;
        this.clocks = clocks;
        this.market = market;
        this.lastResort = lastResort;
        this.feeds = feeds;
        this.fetch = fetch;
    }

    /// The rates of the price table, which stands still and whose samples serve.
    public static Rates wire(References references, Clocks clocks) {
        return wire(references, clocks, RateSettings.table(), new CompositeMeterRegistry());
    }

    /// The rates of some sources. Whoever has any over HTTP runs [#polls()].
    public static Rates wire(References references, Clocks clocks, RateSettings settings, MeterRegistry meters) {
        var table = new TableSource(references, settings.walk(), settings.tableAge());
        var fetch = settings.sources().equals(List.of(Source.TABLE))
                ? null
                : new Fetch(Fetch.ANSWER_TIMEOUT, clocks::realInstant);
        var feeds = new ArrayList<HttpSource>();
        var sources = new ArrayList<RateSource>();
        for (var name : settings.sources()) {
            if (name == Source.TABLE || fetch == null) {
                sources.add(table);
            } else {
                var feed = feed(name, new Wanted(references), settings);
                var address = settings.addresses().getOrDefault(name, feed.home());
                var source = new HttpSource(feed, address, fetch, clocks::realInstant, meters);
                feeds.add(source);
                sources.add(source);
            }
        }
        boolean tableStandsBehind = sources.size() > 1 && sources.getLast() == table;
        if (tableStandsBehind) {
            sources.removeLast();
        }
        return new Rates(
                references,
                clocks,
                new Market(sources, settings.spreadPercent()),
                new Market(tableStandsBehind ? List.of(table) : List.of(), settings.spreadPercent()),
                List.copyOf(feeds),
                fetch);
    }

    private static Feed feed(Source source, Wanted wanted, RateSettings settings) {
        return switch (source) {
            case COINBASE -> new CoinbaseFeed(wanted, settings.staleAfter());
            case KRAKEN -> new KrakenFeed(wanted, settings.staleAfter());
            case COINGECKO -> new CoinGeckoFeed(wanted, settings.staleAfter());
            case ECB -> new EcbFeed(wanted);
            case TABLE -> throw new IllegalStateException("the table is no feed");
        };
    }

    /// The rate, or nothing where there is none now.
    public Optional<BigDecimal> rate(Asset from, Asset to) {
        return value(standing(from, to, false));
    }

    /// The rate.
    ///
    /// @throws dev.sluice.refusal.Refused `CONVERSION_NOT_ENABLED` where the two are never exchanged,
    ///     `RATE_UNAVAILABLE` where they are, and nobody knows the rate now
    public BigDecimal require(Asset from, Asset to) {
        return switch (standing(from, to, false)) {
            case Standing.Current current -> rounded(current);
            case Standing.Unknown _ -> throw Refusal.RATE_UNAVAILABLE.refused();
            case Standing.Never _ -> throw Refusal.CONVERSION_NOT_ENABLED.refused();
        };
    }

    /// Whether the two can be exchanged, be it that nobody knows the rate now.
    public boolean isKnown(Asset from, Asset to) {
        return !(standing(from, to, false) instanceof Standing.Never);
    }

    /// The newest rate that is known, however old: for money that is here already and cannot wait.
    public Optional<BigDecimal> latest(Asset from, Asset to) {
        return value(standing(from, to, false)).or(() -> value(standing(from, to, true)));
    }

    /// How the price of a token (by its symbol) or a currency stands in a currency, as an operator looks at it.
    public Standing price(String base, String quote) {
        var derivation = derivation(false);
        return new Wanted(references).isCurrency(base) ? derivation.fiat(base, quote) : derivation.token(base, quote);
    }

    /// What keeps the sources' prices young: each to be run again and again, by one thread.
    public List<Poll> polls() {
        return feeds.stream()
                .map(source -> new Poll(source.name(), source::step))
                .toList();
    }

    /// One source's look at the outside.
    ///
    /// @param step looks, where it is time
    public record Poll(String source, Runnable step) {}

    /// Looks at all sources, where it is time, one after the other.
    public void look() {
        feeds.forEach(HttpSource::step);
    }

    @Override
    public void close() {
        if (fetch != null) {
            fetch.close();
        }
    }

    private Standing standing(Asset from, Asset to, boolean anyAge) {
        if (from.equals(to)) {
            return new Standing.Current(BigDecimal.ONE, Set.of(), clocks.realInstant());
        }
        var common = from.kind() == Asset.Kind.FIAT ? from.code() : to.kind() == Asset.Kind.FIAT ? to.code() : DOLLAR;
        var derivation = derivation(anyAge);
        return inCurrency(derivation, from, common).over(inCurrency(derivation, to, common));
    }

    private Standing inCurrency(Derivation derivation, Asset asset, String currency) {
        return switch (asset.kind()) {
            case FIAT -> derivation.fiat(asset.code(), currency);
            case CRYPTO ->
                references
                        .anyToken(asset.code())
                        .map(Token::symbol)
                        .map(symbol -> derivation.token(symbol, currency))
                        .orElseGet(Standing.Never::new);
        };
    }

    private Derivation derivation(boolean anyAge) {
        return new Derivation(market, lastResort, new Moment(clocks.instant(), clocks.realInstant()), anyAge);
    }

    private static Optional<BigDecimal> value(Standing standing) {
        return standing instanceof Standing.Current current ? Optional.of(rounded(current)) : Optional.empty();
    }

    private static BigDecimal rounded(Standing.Current current) {
        return current.value().round(PRECISION).stripTrailingZeros();
    }
}
