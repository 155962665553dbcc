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

/// Exchange rates between assets. Tokens are priced by their symbols, independent of their network. Rounded half up
/// to 18 significant digits.
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

    /// Returns the rates of the price table, with fixed prices and the samples of the data files.
    public static Rates wire(References references, Clocks clocks) {
        return wire(references, clocks, RateSettings.table(), new CompositeMeterRegistry());
    }

    /// Returns the rates of the configured sources. If any is used over HTTP, the caller has to run [#polls()].
    public static Rates wire(References references, Clocks clocks, RateSettings settings, MeterRegistry meters) {
        var table = new TableSource(references, settings.noise(), settings.tableAge());
        var fetch = settings.sources().equals(List.of(Source.TABLE))
                ? null
                : new Fetch(Fetch.ANSWER_TIMEOUT, clocks::realInstant);
        var feeds = new ArrayList<HttpSource>();
        var sources = new ArrayList<RateSource>();
        for (var name : settings.sources()) {
            if (name == Source.TABLE || fetch == null) {
                sources.add(table);
            } else {
                var feed = feed(name, new PricedAssets(references), settings);
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

    private static Feed feed(Source source, PricedAssets assets, RateSettings settings) {
        return switch (source) {
            case COINBASE -> new CoinbaseFeed(assets, settings.staleAfter());
            case KRAKEN -> new KrakenFeed(assets, settings.staleAfter());
            case COINGECKO -> new CoinGeckoFeed(assets, settings.staleAfter());
            case ECB -> new EcbFeed(assets);
            case TABLE -> throw new IllegalStateException("the table is no feed");
        };
    }

    /// Returns the rate; empty if there is none now.
    public Optional<BigDecimal> rate(Asset from, Asset to) {
        return value(state(from, to, false));
    }

    /// Returns the rate.
    ///
    /// @throws dev.sluice.refusal.Refused `CONVERSION_NOT_ENABLED` if the two assets are never exchanged,
    ///     `RATE_UNAVAILABLE` if they are, but there is no rate now
    public BigDecimal require(Asset from, Asset to) {
        return switch (state(from, to, false)) {
            case RateState.Current current -> rounded(current);
            case RateState.Unknown _ -> throw Refusal.RATE_UNAVAILABLE.refused();
            case RateState.Never _ -> throw Refusal.CONVERSION_NOT_ENABLED.refused();
        };
    }

    /// Returns true if the two assets can be exchanged, even if there is no rate now.
    public boolean isKnown(Asset from, Asset to) {
        return !(state(from, to, false) instanceof RateState.Never);
    }

    /// Returns the newest known rate regardless of its age, for money that has already arrived and cannot wait.
    public Optional<BigDecimal> latest(Asset from, Asset to) {
        return value(state(from, to, false)).or(() -> value(state(from, to, true)));
    }

    /// Returns the state of a price, of a token (by its symbol) or a currency in a currency, for display to
    /// operators.
    public RateState price(String base, String quote) {
        var derivation = derivation(false);
        return new PricedAssets(references).isCurrency(base)
                ? derivation.fiat(base, quote)
                : derivation.token(base, quote);
    }

    /// Returns the polls that keep prices fresh; one thread has to run each of them repeatedly.
    public List<Poll> polls() {
        return feeds.stream()
                .map(source -> new Poll(source.name(), source::step))
                .toList();
    }

    /// Polling of one source.
    ///
    /// @param step polls the source if its interval has passed
    public record Poll(String source, Runnable step) {}

    /// Polls all sources whose interval has passed, one after the other.
    public void poll() {
        feeds.forEach(HttpSource::step);
    }

    @Override
    public void close() {
        if (fetch != null) {
            fetch.close();
        }
    }

    private RateState state(Asset from, Asset to, boolean anyAge) {
        if (from.equals(to)) {
            return new RateState.Current(BigDecimal.ONE, Set.of(), clocks.realInstant());
        }
        var common = from.kind() == Asset.Kind.FIAT ? from.code() : to.kind() == Asset.Kind.FIAT ? to.code() : DOLLAR;
        var derivation = derivation(anyAge);
        return inCurrency(derivation, from, common).dividedBy(inCurrency(derivation, to, common));
    }

    private RateState inCurrency(Derivation derivation, Asset asset, String currency) {
        return switch (asset.kind()) {
            case FIAT -> derivation.fiat(asset.code(), currency);
            case CRYPTO ->
                references
                        .anyToken(asset.code())
                        .map(Token::symbol)
                        .map(symbol -> derivation.token(symbol, currency))
                        .orElseGet(RateState.Never::new);
        };
    }

    private Derivation derivation(boolean anyAge) {
        return new Derivation(market, lastResort, new Moment(clocks.instant(), clocks.realInstant()), anyAge);
    }

    private static Optional<BigDecimal> value(RateState state) {
        return state instanceof RateState.Current current ? Optional.of(rounded(current)) : Optional.empty();
    }

    private static BigDecimal rounded(RateState.Current current) {
        return current.value().round(PRECISION).stripTrailingZeros();
    }
}
