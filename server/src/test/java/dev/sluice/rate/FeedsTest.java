package dev.sluice.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.rate.Feed.Declined;
import dev.sluice.rate.Feed.Pair;
import dev.sluice.rate.Feed.Unreadable;
import dev.sluice.refusal.Refused;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests to each source, and the parsing of its recorded answers.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeedsTest {
    private static final Instant NOW = RateFixture.NOW;

    private final RateFixture fixture = new RateFixture();
    private final PricedAssets assets = new PricedAssets(fixture.references);
    private final Feed coinbase = new CoinbaseFeed(assets, Duration.ofMinutes(2));
    private final Feed kraken = new KrakenFeed(assets, Duration.ofMinutes(2));
    private final Feed coingecko = new CoinGeckoFeed(assets, Duration.ofMinutes(2));
    private final Feed ecb = new EcbFeed(assets);

    @AfterAll
    void close() {
        fixture.close();
    }

    private static Map<Pair, Price> read(Feed feed, int inquiry, String body) throws Unreadable, Declined {
        return feed.read(feed.inquiries().get(inquiry), bytes(body), NOW);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertUnreadable(ThrowingCallable reading) {
        assertThatThrownBy(reading).isInstanceOfAny(Unreadable.class, Refused.class);
    }

    private static void assertCosts(Map<Pair, Price> prices, String base, String quote, String value) {
        assertThat(prices.get(new Pair(base, quote)).value()).isEqualByComparingTo(value);
    }

    @Test
    void coinbase_is_asked_for_each_token_and_for_the_dollar() {
        assertThat(coinbase.inquiries())
                .extracting(Feed.Inquiry::target)
                .containsExactly(
                        "/v2/exchange-rates?currency=BNB",
                        "/v2/exchange-rates?currency=ETH",
                        "/v2/exchange-rates?currency=POL",
                        "/v2/exchange-rates?currency=USDC",
                        "/v2/exchange-rates?currency=USDT",
                        "/v2/exchange-rates?currency=XLM",
                        "/v2/exchange-rates?currency=USD");
        assertThat(coinbase.mayQuote("USDC", "KES")).isTrue();
        assertThat(coinbase.mayQuote("EUR", "IDR")).isTrue();
        assertThat(coinbase.mayQuote("DOGE", "IDR")).isFalse();
    }

    @Test
    void coinbase_says_what_a_token_costs_in_every_currency() throws Exception {
        var prices = read(coinbase, 3, Loopback.text("coinbase-USDC.json"));
        assertThat(prices).hasSize(17);
        assertCosts(prices, "USDC", "IDR", "16702.5");
        assertCosts(prices, "USDC", "USD", "1");
        assertThat(prices.values()).extracting(Price::from).containsOnly(NOW);
        var dollar = read(coinbase, 6, Loopback.text("coinbase-USD.json"));
        assertThat(dollar).hasSize(17 * 16);
        assertCosts(dollar, "USD", "IDR", "16702.5");
        assertCosts(dollar, "EUR", "IDR", "19227.00587084148727984344422700587");
    }

    @Test
    void coinbase_answers_for_another_currency_are_not_believed() {
        assertUnreadable(() -> read(coinbase, 1, Loopback.text("coinbase-USDC.json")));
        assertUnreadable(() -> read(coinbase, 3, "{\"data\":{\"currency\":\"USDC\",\"rates\":{}}}"));
        assertUnreadable(() -> read(coinbase, 3, "{\"data\":{\"currency\":\"USDC\",\"rates\":{\"IDR\":\"-1\"}}}"));
        assertUnreadable(() -> read(coinbase, 3, "{\"data\":{\"currency\":\"USDC\",\"rates\":{\"IDR\":\"1e99\"}}}"));
    }

    @Test
    void coinbase_declines_what_it_does_not_have() throws Exception {
        assertThatThrownBy(() -> coinbase.readRefusal(bytes(Loopback.text("coinbase-not-found.json"))))
                .isInstanceOf(Declined.class)
                .hasMessage("Invalid base currency");
        coinbase.readRefusal(bytes("<html>not found</html>"));
        coinbase.readRefusal(bytes("{\"errors\":[{\"id\":\"rate_limit_exceeded\"}]}"));
    }

    @Test
    void kraken_is_asked_for_what_is_traded_there() {
        assertThat(kraken.inquiries())
                .extracting(Feed.Inquiry::target)
                .contains(
                        "/0/public/Ticker?pair=USDCUSD,USDCEUR,USDCGBP,USDCAUD",
                        "/0/public/Ticker?pair=ETHUSD,ETHEUR,ETHGBP,ETHAUD,ETHJPY")
                .hasSize(6);
        assertThat(kraken.mayQuote("USDC", "EUR")).isTrue();
        assertThat(kraken.mayQuote("USDC", "IDR")).isFalse();
        assertThat(kraken.mayQuote("USD", "EUR")).isFalse();
    }

    @Test
    void kraken_quotes_the_middle_of_bid_and_ask_under_either_name() throws Exception {
        var usdc = read(kraken, 3, Loopback.text("kraken-USDC.json"));
        assertThat(usdc).hasSize(4);
        assertCosts(usdc, "USDC", "USD", "1.00005");
        var usdt = read(kraken, 4, Loopback.text("kraken-USDT.json"));
        assertThat(usdt).hasSize(5);
        assertCosts(usdt, "USDT", "USD", "0.99915");
        var eth = read(kraken, 1, Loopback.text("kraken-ETH.json"));
        assertThat(eth).hasSize(5);
        assertCosts(eth, "ETH", "USD", "2731.5");
        assertCosts(eth, "ETH", "EUR", "2372.5");
        assertThat(read(kraken, 0, Loopback.text("kraken-BNB.json"))).hasSize(2);
        assertThat(read(kraken, 2, Loopback.text("kraken-POL.json"))).hasSize(2);
        assertThat(read(kraken, 5, Loopback.text("kraken-XLM.json"))).hasSize(2);
    }

    @Test
    void kraken_refuses_within_a_success() {
        assertThatThrownBy(() -> read(kraken, 3, Loopback.text("kraken-unknown-pair.json")))
                .isInstanceOf(Declined.class);
        assertThatThrownBy(() -> read(kraken, 3, "{\"error\":[\"EGeneral:Too many requests\"]}"))
                .isInstanceOf(Unreadable.class)
                .hasMessage("EGeneral:Too many requests");
        assertUnreadable(() -> read(kraken, 3, "{\"error\":[],\"result\":{}}"));
        // A bid above the ask is invalid.
        assertUnreadable(
                () -> read(kraken, 3, "{\"error\":[],\"result\":{\"USDCUSD\":{\"a\":[\"1\"],\"b\":[\"2\"]}}}"));
    }

    @Test
    void coingecko_answers_for_all_tokens_at_once_with_its_own_times() throws Exception {
        assertThat(coingecko.inquiries()).hasSize(1);
        assertThat(coingecko.inquiries().getFirst().target())
                .startsWith(
                        "/api/v3/simple/price?ids=binancecoin,ethereum,polygon-ecosystem-token,usd-coin,tether,stellar"
                                + "&vs_currencies=idr,php,")
                .endsWith("&include_last_updated_at=true&precision=full");
        var prices = read(coingecko, 0, Loopback.text("coingecko.json"));
        // Six tokens in all currencies but the Kenyan shilling.
        assertThat(prices).hasSize(6 * 15);
        assertCosts(prices, "USDC", "USD", "0.999871");
        assertCosts(prices, "USDC", "IDR", "16690.12");
        assertThat(prices.get(new Pair("USDC", "IDR")).from()).isEqualTo("2025-11-21T02:29:31Z");
        var small = read(coingecko, 0, "{\"stellar\":{\"usd\":2.5e-05,\"last_updated_at\":99999999999}}");
        assertCosts(small, "XLM", "USD", "0.000025");
        assertThat(small.get(new Pair("XLM", "USD")).from()).isEqualTo(NOW);
    }

    @Test
    void the_ecb_knows_each_currency_in_each_other_since_it_published_them() throws Exception {
        var prices = read(ecb, 0, Loopback.text("ecb.xml"));
        // EUR and thirteen more of the seventeen: neither VND, NGN nor KES.
        assertThat(prices).hasSize(14 * 13);
        assertCosts(prices, "EUR", "IDR", "19240.13");
        assertCosts(prices, "USD", "IDR", "16702.95164510808229881066064762566");
        assertThat(prices.values()).extracting(Price::from).containsOnly(Instant.parse("2025-11-20T15:00:00Z"));
        var summer = Loopback.text("ecb.xml").replace("2025-11-20", "2025-07-24");
        assertThat(read(ecb, 0, summer).get(new Pair("EUR", "USD")).from()).isEqualTo("2025-07-24T14:00:00Z");
        var today = Loopback.text("ecb.xml").replace("2025-11-20", "2025-11-21");
        assertThat(read(ecb, 0, today).get(new Pair("EUR", "USD")).from()).isEqualTo(NOW);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "<Cube",
                "<Cube><Cube time='2025-11-20'/></Cube>",
                "<Cube><Cube currency='USD' rate='1.1'/></Cube>",
                "<Cube time='yesterday'><Cube currency='USD' rate='1.1'/></Cube>",
                "<Cube time='2025-12-24'><Cube currency='USD' rate='1.1'/></Cube>",
                "<Cube time='2025-11-20'><Cube currency='USD' rate='NaN'/></Cube>",
                "<!DOCTYPE Cube><Cube time='2025-11-20'><Cube currency='USD' rate='1.1'/></Cube>",
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><Cube time='2025-11-20'>&e;"
                        + "<Cube currency='USD' rate='1.1'/></Cube>",
                "<!DOCTYPE x [<!ENTITY a '1'><!ENTITY b '&a;&a;&a;'>]><Cube time='2025-11-20'>"
                        + "<Cube currency='USD' rate='&b;'/></Cube>"
            })
    void what_is_no_such_document_is_not_read(String body) {
        assertUnreadable(() -> read(ecb, 0, body));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "null", "{", "<html>", "{\"error\":1}", "{\"data\":7}", "{\"data\":{\"a\":1}}"})
    void garbage_is_not_read(String body) {
        assertUnreadable(() -> read(coinbase, 3, body));
        assertUnreadable(() -> read(kraken, 3, body));
        assertUnreadable(() -> read(coingecko, 0, body));
    }
}
