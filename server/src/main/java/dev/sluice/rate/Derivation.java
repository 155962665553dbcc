package dev.sluice.rate;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/// What follows, at one moment, from the prices that there are. A pair that is quoted is taken as it is; otherwise a
/// token goes through the US dollar or the euro, and two currencies through a dollar token. The last resort, where
/// there is one, is asked for what nobody else has, and not for what is unknown now.
///
/// @param lastResort the table that stands behind the market; quotes nothing where there is none
/// @param anyAge whether prices count that are too old to promise anything by
record Derivation(Market market, Market lastResort, Moment now, boolean anyAge) {
    private static final List<String> BRIDGES = List.of("USD", "EUR");
    private static final String DOLLAR_TOKEN = "USDC";

    /// What one unit of a token costs in a currency.
    Standing token(String symbol, String currency) {
        return derived(market, symbol, currency)
                .orElse(() -> bridged(symbol, currency))
                .orElse(() -> derived(lastResort, symbol, currency));
    }

    /// What one unit of a currency costs in another.
    Standing fiat(String currency, String other) {
        return fiat(market, currency, other).orElse(() -> fiat(lastResort, currency, other));
    }

    private Standing derived(Market among, String symbol, String currency) {
        var standing = quoted(among, symbol, currency);
        for (var bridge : BRIDGES) {
            standing = standing.or(() -> quoted(among, symbol, bridge).times(fiat(among, bridge, currency)));
        }
        return standing;
    }

    /// A token that the market knows, in a currency that only the last resort does.
    private Standing bridged(String symbol, String currency) {
        Standing standing = new Standing.Never();
        for (var bridge : BRIDGES) {
            standing = standing.or(() -> quoted(market, symbol, bridge).times(fiat(lastResort, bridge, currency)));
        }
        return standing;
    }

    private Standing fiat(Market among, String currency, String other) {
        return currency.equals(other)
                ? new Standing.Current(BigDecimal.ONE, Set.of(), now.real())
                : quoted(among, currency, other)
                        .or(() -> quoted(among, DOLLAR_TOKEN, other).over(quoted(among, DOLLAR_TOKEN, currency)));
    }

    private Standing quoted(Market among, String base, String quote) {
        return among.price(base, quote, now, anyAge);
    }
}
