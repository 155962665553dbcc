package dev.sluice.rate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// What follows, at one moment, from the prices that there are. A pair that is quoted is taken as it is; otherwise a
/// token goes through the US dollar or the euro, and two currencies through a dollar token. Those of the
/// market whose prices are of some day are asked for what none of the others has, and not for what these do
/// not know now: else yesterday's price would be promised whenever today's is missing. The last resort,
/// where there is one, is asked for what nobody else has, likewise.
///
/// @param lastResort the table that stands behind the market; quotes nothing where there is none
/// @param anyAge whether prices count that are too old to promise anything by: then the newest do, whosever
///     they are
record Derivation(Market market, Market lastResort, Moment now, boolean anyAge) {
    private static final List<String> BRIDGES = List.of("USD", "EUR");
    private static final String DOLLAR_TOKEN = "USDC";

    /// What one unit of a token costs in a currency.
    Standing token(String symbol, String currency) {
        return among(each -> derived(each, symbol, currency))
                .orElse(() -> bridged(symbol, currency))
                .orElse(() -> derived(lastResort, symbol, currency));
    }

    /// What one unit of a currency costs in another.
    Standing fiat(String currency, String other) {
        return among(each -> fiat(each, currency, other)).orElse(() -> fiat(lastResort, currency, other));
    }

    /// A way through the market: through those of it who tell of now, where these have the pair.
    private Standing among(Function<Market, Standing> way) {
        return anyAge ? way.apply(market) : way.apply(market.live()).orElse(() -> way.apply(market));
    }

    private Standing derived(Market among, String symbol, String currency) {
        var standing = quoted(among, symbol, currency);
        for (var bridge : BRIDGES) {
            standing = or(standing, () -> quoted(among, symbol, bridge).times(fiat(among, bridge, currency)));
        }
        return standing;
    }

    /// A token that the market knows, in a currency that only the last resort does.
    private Standing bridged(String symbol, String currency) {
        Standing standing = new Standing.Never();
        for (var bridge : BRIDGES) {
            standing = or(standing, () -> quoted(market, symbol, bridge).times(fiat(lastResort, bridge, currency)));
        }
        return standing;
    }

    private Standing fiat(Market among, String currency, String other) {
        return currency.equals(other)
                ? new Standing.Current(BigDecimal.ONE, Set.of(), now.real())
                : or(
                        quoted(among, currency, other),
                        () -> quoted(among, DOLLAR_TOKEN, other).over(quoted(among, DOLLAR_TOKEN, currency)));
    }

    private Standing or(Standing one, Supplier<Standing> other) {
        return anyAge ? one.orNewer(other) : one.or(other);
    }

    private Standing quoted(Market among, String base, String quote) {
        return among.price(base, quote, now, anyAge);
    }
}
