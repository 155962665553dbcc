package dev.sluice.rate;

import dev.sluice.http.Json;
import dev.sluice.refusal.Refused;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Coinbase's exchange rates, `GET /v2/exchange-rates?currency=USDC`: the price of one unit in every other currency.
/// The feed requests each token, and the US dollar, from which it derives all cross rates. The answer has no time of
/// its own.
///
/// Source: docs.cdp.coinbase.com, Data API, Exchange Rates.
record CoinbaseFeed(PricedAssets assets, Duration staleAfter) implements Feed {
    private static final String DOLLAR = "USD";
    private static final Set<String> DECLINES = Set.of("not_found", "invalid_request");

    @Override
    public RateSettings.Source source() {
        return RateSettings.Source.COINBASE;
    }

    @Override
    public URI home() {
        return URI.create("https://api.coinbase.com");
    }

    @Override
    public Duration every() {
        return Duration.ofSeconds(20);
    }

    @Override
    public List<Inquiry> inquiries() {
        var inquiries = new ArrayList<Inquiry>();
        for (var symbol : assets.symbols().keySet()) {
            inquiries.add(new Inquiry(Set.of(symbol), target(symbol)));
        }
        inquiries.add(new Inquiry(new HashSet<>(assets.currencies()), target(DOLLAR)));
        return inquiries;
    }

    @Override
    public boolean mayQuote(String base, String quote) {
        return assets.isCurrency(quote) && (assets.isSymbol(base) || assets.isCurrency(base));
    }

    @Override
    public Map<Pair, Price> read(Inquiry inquiry, byte[] body, Instant from) throws Unreadable {
        var data = json(body).orElseThrow(() -> new Unreadable("no JSON")).path("data");
        var base = data.path("currency").asString("");
        var costs = costs(data.path("rates"));
        if (!inquiry.target().equals(target(base)) || costs.isEmpty()) {
            throw new Unreadable("no rates of what was asked for");
        }
        if (base.equals(DOLLAR)) {
            costs.put(DOLLAR, BigDecimal.ONE);
            return Feed.crosses(costs, from);
        }
        var prices = new HashMap<Pair, Price>();
        costs.forEach((quote, cost) -> prices.put(new Pair(base, quote), new Price(cost, from)));
        return prices;
    }

    /// Parses an error such as `{"errors":[{"id":"not_found","message":"Invalid base currency"}]}`.
    @Override
    public void readRefusal(byte[] body) throws Declined {
        var error = json(body).map(node -> node.path("errors").path(0));
        if (error.filter(each -> DECLINES.contains(each.path("id").asString("")))
                .isPresent()) {
            throw new Declined(error.get().path("message").asString("declined"));
        }
    }

    private Map<String, BigDecimal> costs(JsonNode rates) {
        var costs = new HashMap<String, BigDecimal>();
        for (var currency : assets.currencies()) {
            Price.number(rates.path(currency).asString("")).ifPresent(cost -> costs.put(currency, cost));
        }
        return costs;
    }

    private static String target(String base) {
        return "/v2/exchange-rates?currency=" + base;
    }

    private static Optional<JsonNode> json(byte[] body) {
        try {
            return Optional.of(Json.parse(body));
        } catch (Refused malformed) {
            return Optional.empty();
        }
    }
}
