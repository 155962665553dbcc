package dev.sluice.rate;

import dev.sluice.http.Json;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// Kraken's ticker, `GET /0/public/Ticker?pair=USDCUSD,USDCEUR`: the best bid and ask of each pair, whose middle is
/// the price. An answer uses Kraken's older names for some pairs (`USDTZUSD`, `XETHZEUR`). It has no time of its own.
///
/// Source: docs.kraken.com, Spot REST, Get Ticker Information.
record KrakenFeed(PricedAssets assets, Duration staleAfter) implements Feed {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final String UNKNOWN_PAIR = "EQuery:Unknown asset pair";

    /// Sluice's pairs that are traded on Kraken.
    private static final Map<String, List<String>> TRADED = Map.of(
            "USDC", List.of("USD", "EUR", "GBP", "AUD"),
            "USDT", List.of("USD", "EUR", "GBP", "AUD", "JPY"),
            "ETH", List.of("USD", "EUR", "GBP", "AUD", "JPY"),
            "XLM", List.of("USD", "EUR"),
            "POL", List.of("USD", "EUR"),
            "BNB", List.of("USD", "EUR"));

    @Override
    public RateSettings.Source source() {
        return RateSettings.Source.KRAKEN;
    }

    @Override
    public URI home() {
        return URI.create("https://api.kraken.com");
    }

    @Override
    public Duration every() {
        return Duration.ofSeconds(20);
    }

    /// Returns one request per token, because Kraken rejects a whole request if it contains a delisted pair.
    @Override
    public List<Inquiry> inquiries() {
        var inquiries = new ArrayList<Inquiry>();
        for (var symbol : assets.symbols().keySet()) {
            var quotes = quotes(symbol);
            if (!quotes.isEmpty()) {
                inquiries.add(inquiry(symbol, quotes));
            }
        }
        return inquiries;
    }

    @Override
    public Map<Pair, Inquiry> apart(Inquiry inquiry) {
        var apart = new LinkedHashMap<Pair, Inquiry>();
        for (var symbol : inquiry.bases()) {
            for (var quote : quotes(symbol)) {
                apart.put(new Pair(symbol, quote), inquiry(symbol, List.of(quote)));
            }
        }
        return apart.size() > 1 ? Collections.unmodifiableMap(apart) : Map.of();
    }

    private static Inquiry inquiry(String symbol, List<String> quotes) {
        var pairs = quotes.stream().map(quote -> symbol + quote).collect(Collectors.joining(","));
        return new Inquiry(Set.of(symbol), "/0/public/Ticker?pair=" + pairs);
    }

    @Override
    public boolean mayQuote(String base, String quote) {
        return assets.isSymbol(base) && quotes(base).contains(quote);
    }

    @Override
    public Map<Pair, Price> read(Inquiry inquiry, byte[] body, Instant from) throws Unreadable, Declined {
        var answer = Json.parse(body);
        var error = answer.path("error").path(0).asString("");
        if (error.equals(UNKNOWN_PAIR)) {
            throw new Declined(error);
        }
        if (!error.isEmpty()) {
            throw new Unreadable(error);
        }
        var prices = new HashMap<Pair, Price>();
        for (var base : inquiry.bases()) {
            for (var quote : quotes(base)) {
                middle(ticker(answer.path("result"), base, quote))
                        .ifPresent(middle -> prices.put(new Pair(base, quote), new Price(middle, from)));
            }
        }
        if (prices.isEmpty()) {
            throw new Unreadable("no prices of what was asked for");
        }
        return prices;
    }

    private List<String> quotes(String symbol) {
        return TRADED.getOrDefault(symbol, List.of()).stream()
                .filter(assets::isCurrency)
                .toList();
    }

    private static JsonNode ticker(JsonNode result, String base, String quote) {
        for (var name : List.of(base + quote, base + "Z" + quote, "X" + base + "Z" + quote, "X" + base + quote)) {
            if (result.has(name)) {
                return result.path(name);
            }
        }
        return result.path(base + quote);
    }

    private static java.util.Optional<BigDecimal> middle(JsonNode ticker) {
        var ask = Price.number(ticker.path("a").path(0).asString(""));
        var bid = Price.number(ticker.path("b").path(0).asString(""));
        return ask.flatMap(high -> bid.filter(low -> low.compareTo(high) <= 0)
                .map(low -> low.add(high).divide(TWO)));
    }
}
