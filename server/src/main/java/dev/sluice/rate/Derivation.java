package dev.sluice.rate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// Derives a price from the quoted ones at one moment. A quoted pair is used directly. Otherwise a token is derived
/// through the US dollar or the euro, and two currencies through a dollar token. Slow sources, whose prices are of
/// some day, are asked only for pairs that no live source has. They do not replace a live price that is missing now:
/// otherwise yesterday's price would be promised whenever today's is missing. The last resort, if configured, is
/// asked likewise only for pairs that no other source has.
///
/// @param lastResort the price table as fallback of the market; without one, it quotes nothing
/// @param anyAge true if stale prices count as well: then the newest of all sources are used
record Derivation(Market market, Market lastResort, Moment now, boolean anyAge) {
    private static final List<String> BRIDGES = List.of("USD", "EUR");
    private static final String DOLLAR_TOKEN = "USDC";

    /// Returns the price of one unit of a token in a currency.
    RateState token(String symbol, String currency) {
        return among(each -> derived(each, symbol, currency))
                .orElse(() -> bridged(symbol, currency))
                .orElse(() -> derived(lastResort, symbol, currency));
    }

    /// Returns the price of one unit of a currency in another.
    RateState fiat(String currency, String other) {
        return among(each -> fiat(each, currency, other)).orElse(() -> fiat(lastResort, currency, other));
    }

    /// Derives a price from the live sources if they have the pair, or else from the whole market.
    private RateState among(Function<Market, RateState> way) {
        return anyAge ? way.apply(market) : way.apply(market.live()).orElse(() -> way.apply(market));
    }

    private RateState derived(Market among, String symbol, String currency) {
        var state = quoted(among, symbol, currency);
        for (var bridge : BRIDGES) {
            state = or(state, () -> quoted(among, symbol, bridge).times(fiat(among, bridge, currency)));
        }
        return state;
    }

    /// Derives the price of a token that the market quotes, in a currency that only the last resort has.
    private RateState bridged(String symbol, String currency) {
        RateState state = new RateState.Never();
        for (var bridge : BRIDGES) {
            state = or(state, () -> quoted(market, symbol, bridge).times(fiat(lastResort, bridge, currency)));
        }
        return state;
    }

    private RateState fiat(Market among, String currency, String other) {
        return currency.equals(other)
                ? new RateState.Current(BigDecimal.ONE, Set.of(), now.real())
                : or(
                        quoted(among, currency, other),
                        () -> quoted(among, DOLLAR_TOKEN, other).dividedBy(quoted(among, DOLLAR_TOKEN, currency)));
    }

    private RateState or(RateState one, Supplier<RateState> other) {
        return anyAge ? one.orNewer(other) : one.or(other);
    }

    private RateState quoted(Market among, String base, String quote) {
        return among.price(base, quote, now, anyAge);
    }
}
