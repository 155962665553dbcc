package dev.sluice.rate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.app.Eventually;
import dev.sluice.app.Golden;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestService;
import dev.sluice.rail.InboxReader;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/// A service with a rate source that stops sending new rates.
@Tag("slow")
class RateRefusalTest {
    private static final String DEPOSIT =
            "{\"balanceType\":\"fiat\",\"inputCurrency\":\"IDR\",\"outputCurrency\":\"%s\",\"inputAmount\":500000,"
                    + "\"paymentMethod\":\"QRIS\"}";
    private static final String CHECKOUT =
            "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"USD\",\"inputAmount\":500000}";
    private static final String KEY = "asked before rates were away";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static Loopback source;
    private static TestService service;
    private static TestClient client;

    @BeforeAll
    static void start() {
        source = new Loopback();
        source.answer(target -> Loopback.recorded(target, Instant.now()));
        service = TestService.start(Map.of(
                "SLUICE_RATE_SOURCES",
                "coinbase",
                "SLUICE_RATE_COINBASE_URL",
                source.address().toString()));
        client = service.signing();
    }

    @AfterAll
    static void stop() {
        client.close();
        service.close();
        source.close();
    }

    /// Otherwise anyone with its address could exchange any amount at the last rate, while all other exchanges are
    /// refused.
    @Test
    void tokens_beyond_what_a_deposit_asked_for_wait_for_a_rate() {
        source.answer(target -> Loopback.recorded(target, Instant.now()));
        Eventually.within(PATIENCE, "there is a rate", () -> exchanged() == 201);
        var id = client.post(
                        "/v1/deposit/crypto",
                        "{\"inputCurrency\":\"usdc-polygon\",\"outputCurrency\":\"IDR\",\"inputAmount\":100}")
                .expect(201)
                .data()
                .path("depositId")
                .stringValue();
        pay(id, "100");
        Eventually.within(PATIENCE, "it is paid", () -> received(id, "100"));
        source.answer(target -> Loopback.recorded(target, Instant.now().minusSeconds(150)));
        Eventually.within(PATIENCE, "the rate is too old", () -> exchanged() == 503);
        pay(id, "50");
        Eventually.pause(Duration.ofSeconds(5));
        assertThat(received(id, "100")).isTrue();
        source.answer(target -> Loopback.recorded(target, Instant.now()));
        Eventually.within(PATIENCE, "there is a rate again", () -> received(id, "150"));
    }

    /// The deposit was paid in full and in time. Other payments do not wait for it, and the delay does not count
    /// as a failure.
    @Test
    void a_deposit_that_was_paid_too_much_does_not_end_while_nobody_knows_a_rate() {
        source.answer(target -> Loopback.recorded(target, Instant.now()));
        Eventually.within(PATIENCE, "there is a rate", () -> exchanged() == 201);
        var id = asked("\"outputCurrency\":\"IDR\",");
        var other = asked("");
        source.answer(target -> Loopback.recorded(target, Instant.now().minusSeconds(150)));
        Eventually.within(PATIENCE, "the rate is too old", () -> exchanged() == 503);
        var log = (Logger) LoggerFactory.getLogger(InboxReader.class);
        var said = new ListAppender<ILoggingEvent>();
        said.start();
        log.addAppender(said);
        try {
            pay(id, "100.01");
            Eventually.within(PATIENCE, "it is told", () -> unread() == 1);
            pay(other, "100");
            Eventually.within(PATIENCE, "the other is paid", () -> received(other, "100"));
            assertThat(client.patch("/v1/deposit/" + id + "/cancel", null)
                            .expect(409)
                            .json()
                            .toString())
                    .contains("is pending, but received money is not counted yet");
            client.post("/v1/sandbox/clock", "{\"advance\":\"PT2H\"}").expect(200);
            Eventually.pause(Duration.ofSeconds(3));
            assertThat(deposit(id).path("status").stringValue()).isEqualTo("pending");
        } finally {
            log.detachAppender(said);
        }
        assertThat(said.list).isEmpty();
        source.answer(target -> Loopback.recorded(target, Instant.now()));
        Eventually.within(PATIENCE, "there is a rate again", () -> received(id, "100.01"));
        assertThat(deposit(id).path("status").stringValue()).isEqualTo("completed");
        assertThat(deposit(id).path("labels").valueStream().map(each -> each.stringValue()))
                .containsExactly("OVERPAID");
    }

    private static String asked(String more) {
        return client.post("/v1/deposit/crypto", "{\"inputCurrency\":\"usdc-polygon\"," + more + "\"inputAmount\":100}")
                .expect(201)
                .data()
                .path("depositId")
                .stringValue();
    }

    private static long unread() {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM rail_incoming_payment WHERE read_at IS NULL")
                        .mapTo(Long.class)
                        .one());
    }

    private static JsonNode deposit(String id) {
        return client.get("/v1/deposit/crypto/" + id).expect(200).data();
    }

    private static void pay(String deposit, String amount) {
        client.post("/v1/sandbox/deposit/" + deposit + "/pay", "{\"amount\":" + amount + "}")
                .expect(200);
    }

    private static boolean received(String deposit, String amount) {
        var received = deposit(deposit).path("receivedAmount");
        return received.isNumber() && received.decimalValue().compareTo(new BigDecimal(amount)) == 0;
    }

    private static int exchanged() {
        return client.post("/v1/deposit/fiat", DEPOSIT.formatted("USD")).status();
    }

    @Test
    void what_needs_a_rate_waits_for_one_and_all_else_goes_on() {
        Eventually.within(PATIENCE, "there is a rate", () -> exchanged() == 201);
        // A dollar costs 16702.5 rupiah.
        assertThat(client.post("/v1/deposit/fiat", DEPOSIT.formatted("USD"))
                        .expect(201)
                        .data()
                        .path("exchangeInfo")
                        .path("exchangeRate")
                        .decimalValue())
                .isEqualByComparingTo("0.0000598712767549767999");
        var page = URI.create(client.post("/v1/checkout", CHECKOUT)
                        .expect(200)
                        .data()
                        .path("url")
                        .stringValue())
                .getPath();
        var created =
                client.post("/v1/deposit/fiat", DEPOSIT.formatted("USD"), KEY).expect(201);

        source.answer(target -> Loopback.recorded(target, Instant.now().minusSeconds(150)));
        Eventually.within(PATIENCE, "the rate is too old", () -> exchanged() == 503);
        var refused = client.post("/v1/deposit/fiat", DEPOSIT.formatted("USD")).expect(503);
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        Golden.assertSame("error/rate-unavailable", refused.json());
        assertThat(client.post("/v1/checkout", CHECKOUT).expect(503).code()).isEqualTo("RATE_UNAVAILABLE");
        client.post("/v1/deposit/fiat", DEPOSIT.formatted("IDR")).expect(201);
        assertThat(client.post("/v1/deposit/fiat", DEPOSIT.formatted("USD"), KEY)
                        .expect(201)
                        .data())
                .isEqualTo(created.data());
        client.post("/v1/deposit/fiat", DEPOSIT.formatted("JPY"), KEY).expect(422);
        client.post("/v1/deposit/fiat", DEPOSIT.formatted("USD"), KEY + " again")
                .expect(503);

        try (var customer = TestClient.anonymous(service.baseUrl())) {
            assertThat(customer.get(page).expect(200).text())
                    .contains("No payment method is available right now")
                    .doesNotContain("QRIS");
            var form = Map.of("Content-Type", "application/x-www-form-urlencoded");
            assertThat(customer.send("POST", page, "method=QRIS", form)
                            .expect(303)
                            .header("Location"))
                    .endsWith("?outcome=1");
        }
    }
}
