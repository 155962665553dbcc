package dev.sluice.app;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.TestClient.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Nodes on machines with a wrong clock. Prices are valid according to PostgreSQL's clock, at every node.
class WrongClockTest extends MerchantTest {
    private static final Duration WRONG_BY = Duration.ofMinutes(10);
    private static final Duration TOLERANCE = Duration.ofSeconds(30);
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");
    private static final String SELL = "{\"input\":{\"currency\":\"usdc-polygon\",\"amount\":100},"
            + "\"output\":{\"currency\":\"IDR\"},\"quoteId\":\"%s\"}";
    private static final String BUY = "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"usdc-polygon\","
            + "\"balanceType\":\"crypto\",\"paymentMethod\":\"014_VA\",\"inputAmount\":1000000%s}";

    private static TestService ahead;
    private static TestService behind;

    @BeforeAll
    static void startOthers() {
        ahead = service.siblingAhead(WRONG_BY);
        behind = service.siblingAhead(WRONG_BY.negated());
    }

    @AfterAll
    static void stopOthers() {
        ahead.close();
        behind.close();
    }

    private Reply estimate(TestService node) {
        try (var client = merchant.elsewhere(node)) {
            return client.get("/v1/convert/estimate?inputCurrency=usdc-polygon&inputAmount=100&outputCurrency=IDR")
                    .expect(200);
        }
    }

    private Reply post(TestService node, String path, String body) {
        try (var client = merchant.elsewhere(node)) {
            return client.post(path, body);
        }
    }

    private static void assertHolds(Instant until, Duration span) {
        assertThat(Duration.between(Instant.now(), until)).isBetween(span.minus(TOLERANCE), span.plusSeconds(1));
    }

    private static void end(String sql, String id) {
        service.connections().run(tx -> tx.handle().execute(sql, UUID.fromString(id)));
    }

    @Test
    void a_quote_holds_for_five_minutes() {
        for (var node : new TestService[] {ahead, behind}) {
            var until = Instant.parse(text(estimate(node).data(), "expiresAt"));
            assertHolds(until, Duration.ofMinutes(5));
        }
    }

    @Test
    void a_quote_that_expired_is_used_at_no_node() {
        var quote = text(estimate(service).data(), "quoteId");
        end("UPDATE convert_quote SET expires_at = now() - interval '1 second' WHERE id = ?", quote);
        assertThat(post(behind, "/v1/convert", SELL.formatted(quote)).code()).isEqualTo("QUOTE_EXPIRED");
    }

    @Test
    void a_quote_that_holds_is_used_at_any_node() {
        for (var node : new TestService[] {ahead, behind}) {
            var quote = text(estimate(service).data(), "quoteId");
            post(node, "/v1/convert", SELL.formatted(quote)).expect(201);
        }
    }

    @Test
    void a_deposit_holds_its_rate_for_half_an_hour() {
        for (var node : new TestService[] {ahead, behind}) {
            var made = post(node, "/v1/deposit/fiat", BUY.formatted("")).expect(201);
            assertHolds(Instant.parse(text(made.data(), "expiredAt")), Duration.ofHours(24));
            assertHolds(rateUntil(text(made.data(), "depositId")), Duration.ofMinutes(30));
        }
    }

    private static Instant rateUntil(String deposit) {
        return service.connections()
                .read(handle -> handle.select("SELECT rate_until FROM deposit WHERE id = ?", UUID.fromString(deposit))
                        .mapTo(Instant.class)
                        .one());
    }

    @Test
    void a_page_can_be_used_for_a_quarter_of_an_hour() {
        var body = "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}";
        for (var node : new TestService[] {ahead, behind}) {
            var page = text(post(node, "/v1/checkout", body).expect(200).data(), "id");
            var until = service.connections()
                    .read(handle -> handle.select("SELECT expires_at FROM checkout WHERE id = ?", UUID.fromString(page))
                            .mapTo(Instant.class)
                            .one());
            assertHolds(until, Duration.ofMinutes(15));
        }
    }

    @Test
    void nothing_is_chosen_at_a_page_whose_time_is_over() {
        var body = "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}";
        var page = text(post(service, "/v1/checkout", body).expect(200).data(), "id");
        end("UPDATE checkout SET expires_at = now() - interval '1 second' WHERE id = ?", page);
        try (var customer = TestClient.anonymous(behind.baseUrl())) {
            customer.send("POST", "/checkout/" + page, "method=014_VA", FORM);
        }
        assertThat(merchant.client().get("/v1/deposit/fiat/" + page).status()).isEqualTo(404);
    }
}
