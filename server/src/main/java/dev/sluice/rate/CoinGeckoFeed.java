package dev.sluice.rate;

import dev.sluice.http.Json;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// CoinGecko's simple price, `GET /api/v3/simple/price`: all tokens in all currencies in one request, by CoinGecko's
/// own token identifiers. The answer contains the time of each token's price.
///
/// Source: docs.coingecko.com, Coin Price by IDs.
record CoinGeckoFeed(PricedAssets assets, Duration staleAfter) implements Feed {
    @Override
    public RateSettings.Source source() {
        return RateSettings.Source.COINGECKO;
    }

    @Override
    public URI home() {
        return URI.create("https://api.coingecko.com");
    }

    /// Interval of requests. Without an API key, CoinGecko answers a few requests a minute.
    @Override
    public Duration every() {
        return Duration.ofSeconds(30);
    }

    @Override
    public List<Inquiry> inquiries() {
        var symbols = assets.symbols();
        if (symbols.isEmpty()) {
            return List.of();
        }
        var ids = symbols.values().stream().distinct().collect(Collectors.joining(","));
        var quotes = assets.currencies().stream().map(CoinGeckoFeed::lower).collect(Collectors.joining(","));
        return List.of(new Inquiry(
                Set.copyOf(symbols.keySet()),
                "/api/v3/simple/price?ids=" + ids + "&vs_currencies=" + quotes
                        + "&include_last_updated_at=true&precision=full"));
    }

    @Override
    public boolean mayQuote(String base, String quote) {
        return assets.isSymbol(base) && assets.isCurrency(quote);
    }

    @Override
    public Map<Pair, Price> read(Inquiry inquiry, byte[] body, Instant from) throws Unreadable {
        var answer = Json.parse(body);
        var prices = new HashMap<Pair, Price>();
        assets.symbols().forEach((symbol, id) -> {
            var coin = answer.path(id);
            var updated = updated(coin.path("last_updated_at"), from);
            for (var currency : assets.currencies()) {
                var price = coin.path(lower(currency));
                if (price.isNumber()) {
                    Price.number(price.decimalValue().toString())
                            .ifPresent(cost -> prices.put(new Pair(symbol, currency), new Price(cost, updated)));
                }
            }
        });
        if (prices.isEmpty()) {
            throw new Unreadable("no prices of what was asked for");
        }
        return prices;
    }

    /// Parses seconds since 1970. The result is never later than the answer.
    private static Instant updated(JsonNode seconds, Instant from) {
        if (!seconds.canConvertToInt()) {
            return from;
        }
        var updated = Instant.ofEpochSecond(seconds.intValue());
        return updated.isBefore(from) ? updated : from;
    }

    private static String lower(String currency) {
        return currency.toLowerCase(Locale.ROOT);
    }
}
