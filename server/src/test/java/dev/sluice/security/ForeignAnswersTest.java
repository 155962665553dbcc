package dev.sluice.security;

import static dev.sluice.app.Merchant.text;
import static dev.sluice.rate.RateFixture.IDR;
import static dev.sluice.rate.RateFixture.USD;
import static dev.sluice.rate.RateFixture.USDC;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rate.Loopback;
import dev.sluice.rate.RateFixture;
import dev.sluice.rate.RateSettings.Source;
import dev.sluice.rate.Rates;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// API10:2023, unsafe consumption of APIs: third-party servers send harmful answers. The service refuses them, and
/// they change nothing. `HttpSourceTest`, `SlowReceiverTest` and `EvmEndpointTest` cover endless answers;
/// `AnswerFuzzTest` covers malformed ones; the simulation covers a rail's false reports of payments.
class ForeignAnswersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LARGE = 5 << 20;

    /// Returns Coinbase's answer for a currency, with another text in place of a price.
    private static Function<String, String> priced(String price) {
        return currency -> "{\"data\":{\"currency\":\"" + currency + "\",\"rates\":{\"IDR\":" + price + "}}}";
    }

    private static final List<Function<String, String>> NO_PRICES = List.of(
            _ -> "",
            _ -> "null",
            _ -> "[]",
            _ -> "<html>It works!</html>",
            _ -> "[".repeat(100_000),
            _ -> " ".repeat(LARGE),
            priced("\"NaN\""),
            priced("\"Infinity\""),
            priced("\"-1\""),
            priced("\"0\""),
            priced("\"1e99\""),
            priced("\"1e-99\""),
            priced("\"1e999999999\""),
            priced("\"" + "9".repeat(100_000) + "\""),
            priced("\"１７０００\""),
            priced("{}"),
            priced("[\"1\"]"),
            priced("true"),
            _ -> priced("\"1\"").apply("DOGE"));

    /// The last rate stays until it is too old; no false answer, not even one of a redirect, ever becomes the
    /// rate.
    @Test
    void a_source_of_rates_that_answers_nonsense_changes_no_rate() {
        try (var fixture = new RateFixture();
                var rates = fixture.unasked(Source.COINBASE)) {
            answer(fixture, priced("\"16000\""));
            for (var nonsense : NO_PRICES) {
                look(fixture, rates);
                assertThat(rates.rate(USDC, IDR)).hasValueSatisfying(ForeignAnswersTest::isRight);
                answer(fixture, nonsense);
                look(fixture, rates);
                assertThat(rates.rate(USDC, IDR))
                        .as(beginning(nonsense.apply("USDC")))
                        .hasValueSatisfying(ForeignAnswersTest::isRight);
                answer(fixture, priced("\"16000\""));
            }
            try (var elsewhere = new Loopback()) {
                var asked = new AtomicInteger();
                elsewhere.answer(_ -> {
                    asked.incrementAndGet();
                    return Loopback.status(200, priced("\"1\"").apply("USDC"));
                });
                look(fixture, rates);
                fixture.server(Source.COINBASE).answer(_ -> redirect(elsewhere.address()));
                look(fixture, rates);
                assertThat(rates.rate(USDC, IDR)).hasValueSatisfying(ForeignAnswersTest::isRight);
                assertThat(asked).hasValue(0);
            }
            fixture.pass(Duration.ofMinutes(2));
            assertThat(rates.rate(USDC, IDR)).isEmpty();
        }
    }

    @Test
    void one_source_that_lies_among_three_is_not_believed() {
        for (var lie : List.of("0.0001", "2", "1000000")) {
            try (var fixture = new RateFixture();
                    var rates = fixture.unasked(Source.COINBASE, Source.KRAKEN, Source.COINGECKO)) {
                answer(
                        fixture,
                        currency -> priced("\"16000\"")
                                .apply(currency)
                                .replace("{\"IDR\"", "{\"USD\":\"" + lie + "\",\"IDR\""));
                rates.poll();
                assertThat(rates.rate(USDC, USD))
                        .as(lie)
                        .hasValueSatisfying(
                                rate -> assertThat(rate).isBetween(new BigDecimal("0.99"), new BigDecimal("1.01")));
            }
        }
    }

    @Test
    void a_receiver_of_webhooks_that_answers_nonsense_is_told_of_and_not_believed() throws IOException {
        var led = new AtomicInteger();
        try (var service = TestService.start();
                var merchant = Merchant.at(service);
                var elsewhere = Nonsense.telling(_ -> {
                    led.incrementAndGet();
                    return "ok";
                })) {
            var before = merchant.client().get("/v1/balance").data();
            assertThat(toldBy(merchant, 302, "moved", elsewhere.url())).isEqualTo("failed 302");
            assertThat(toldBy(merchant, 307, "moved", elsewhere.url())).isEqualTo("failed 307");
            assertThat(toldBy(merchant, 200, "{\"status\":\"completed\"}", "")).isEqualTo("delivered 200");
            assertThat(toldBy(merchant, 200, "x".repeat(LARGE), "")).isEqualTo("delivered 200");
            assertThat(toldBy(merchant, 500, "<script>\u0000\u0007</script>", ""))
                    .isEqualTo("failed 500");
            assertThat(led).hasValue(0);
            assertThat(merchant.client().get("/v1/balance").data()).isEqualTo(before);
            assertThat(merchant.payouts()).isZero();
        }
    }

    /// Returns the result of a test message to a receiver with this answer.
    private static String toldBy(Merchant merchant, int status, String body, String location) throws IOException {
        try (var receiver = Nonsense.answering(status, location, _ -> body)) {
            var endpoint = merchant.client()
                    .post("/v1/webhook/endpoint", "{\"url\":\"" + receiver.url() + "/hook\"}")
                    .expect(201)
                    .data();
            var path = "/v1/webhook/endpoint/" + text(endpoint, "id");
            var told = merchant.client().post(path + "/test", null).expect(200).data();
            assertThat(text(told, "responseExcerpt").length()).isLessThanOrEqualTo(1_024);
            assertThat(text(told, "responseExcerpt")).doesNotContain("\u0000", "\u0007");
            merchant.client().delete(path).expect(200);
            return text(told, "status") + " " + told.path("statusCode").asInt(0);
        }
    }

    private static final String WORD = "0x" + "f".repeat(64);
    private static final String ACCOUNT = "{\"id\":\"G\",\"sequence\":\"1\",\"subentry_count\":0,\"balances\":[";
    private static final int NODES = 8;
    private static final String PASSPHRASE = "A network that talks nonsense";
    private static final List<String> NO_ANSWERS = List.of(
            "",
            "null",
            "7",
            "[]",
            "{}",
            "<html>It works!</html>",
            "[".repeat(100_000),
            " ".repeat(LARGE),
            "{\"result\":null}",
            "{\"result\":[[]]}",
            "{\"result\":1e400}",
            "{\"result\":\"0x" + "f".repeat(100_000) + "\"}",
            "{\"result\":\"" + WORD + "\"}",
            "{\"result\":\"-0x1\"}",
            "{\"result\":{\"number\":7,\"hash\":[],\"timestamp\":{},\"transactions\":{}}}",
            "{\"result\":{\"number\":\"" + WORD + "\",\"hash\":\"0x\",\"timestamp\":\"" + WORD + "\"}}",
            "{\"result\":{\"number\":\"0x1\",\"hash\":\"0x\",\"timestamp\":\"0x7fffffffffffffff\"}}",
            "{\"error\":{\"code\":[],\"message\":{}}}",
            "{\"_embedded\":{\"records\":[7,null,{}]}}",
            "{\"_embedded\":{\"records\":[{\"sequence\":\"" + "9".repeat(40) + "\"}]}}",
            "{\"id\":{},\"sequence\":\"-\",\"subentry_count\":1e99,\"balances\":{}}",
            ACCOUNT + "{\"balance\":\"1e999\"}]}",
            ACCOUNT + "{\"balance\":\"1.0\",\"is_authorized\":{}}]}");

    /// The nodes report the right network, and then one nonsensical answer after the other.
    @Test
    void nodes_of_chains_that_answer_nonsense_settle_and_credit_nothing_and_stop_nobody() throws Exception {
        var heard = new ListAppender<ILoggingEvent>();
        var log = (Logger) LoggerFactory.getLogger("dev.sluice.app.Workers");
        var level = log.getLevel();
        heard.start();
        log.setLevel(Level.ERROR);
        log.addAppender(heard);
        var nodes = new ArrayList<Nonsense>();
        var ofEvm = new AtomicInteger();
        var ofStellar = new AtomicInteger();
        try {
            while (nodes.size() < NODES) {
                nodes.add(Nonsense.telling(asked -> nonsense(asked, ofEvm, ofStellar)));
            }
            try (var service = TestService.start(chains(nodes));
                    var merchant = Merchant.named(
                            service,
                            "Acme",
                            "key",
                            List.of(
                                    Money.exactly(BigDecimal.valueOf(1_000), USDC),
                                    Money.exactly(BigDecimal.valueOf(1_000), Asset.crypto("usdc-stellar", 7)),
                                    Money.exactly(BigDecimal.valueOf(1_000_000), IDR)))) {
                var paid = List.of(
                        pay(merchant, "usdc-polygon", "0x90F79bf6EB2c4f870365E785982E1f101E93b906"),
                        pay(merchant, "usdc-stellar", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"));
                Eventually.within(
                        PATIENCE,
                        "both families have heard every answer",
                        () -> Math.min(ofEvm.get(), ofStellar.get()) > NO_ANSWERS.size());
                for (var id : paid) {
                    var payout = merchant.client()
                            .get("/v1/disbursement/crypto/" + id)
                            .expect(200)
                            .data();
                    assertThat(text(payout, "status")).isEqualTo("pending");
                }
                assertThat(merchant.held("usdc-polygon")).isGreaterThan(BigDecimal.valueOf(25));
                assertThat(merchant.held("usdc-stellar")).isGreaterThan(BigDecimal.valueOf(25));
                assertThat(receipts(service)).isZero();
                merchant.await(merchant.paid("1234567890", "10000"), "completed");
                assertThat(service.audit().faults()).isEmpty();
                assertThat(heard.list)
                        .as("workers that failed")
                        .extracting(Object::toString)
                        .isEmpty();
            }
        } finally {
            nodes.forEach(Nonsense::close);
            log.detachAppender(heard);
            log.setLevel(level);
        }
    }

    /// Returns the next answer of a node of either family: a plausible one to the identification of its network,
    /// and then nonsense.
    private static String nonsense(String asked, AtomicInteger ofEvm, AtomicInteger ofStellar) {
        boolean evm = asked.startsWith("/evm ");
        if (evm && asked.contains("eth_chainId")) {
            return "{\"result\":\"0x89\"}";
        }
        if (asked.equals("/ ")) {
            return "{\"network_passphrase\":\"" + PASSPHRASE + "\"}";
        }
        int turn = (evm ? ofEvm : ofStellar).getAndIncrement();
        return NO_ANSWERS.get(turn % NO_ANSWERS.size());
    }

    private static Map<String, String> chains(List<Nonsense> nodes) {
        return Map.of(
                "SLUICE_EVM_POLYGON_RPC",
                nodes.stream().map(node -> node.url() + "/evm").collect(Collectors.joining(",")),
                "SLUICE_EVM_PRIVATE_KEY",
                "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
                "SLUICE_EVM_DEPOSIT_XPUB",
                "xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUH"
                        + "Cdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw",
                "SLUICE_STELLAR_HORIZON",
                nodes.stream().map(Nonsense::url).collect(Collectors.joining(",")),
                "SLUICE_STELLAR_PASSPHRASE",
                PASSPHRASE,
                "SLUICE_STELLAR_SECRET_SEED",
                "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN",
                "SLUICE_STELLAR_DEPOSIT_ACCOUNT",
                "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN");
    }

    private static String pay(Merchant merchant, String token, String wallet) {
        var body = "{\"token\":\"%s\",\"receivers\":[{\"receiverWalletAddress\":\"%s\",\"amount\":25}]}";
        return Merchant.id(merchant.client()
                .post("/v1/disbursement/crypto", body.formatted(token, wallet))
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
    }

    private static long receipts(TestService service) {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM rail_incoming_payment")
                        .mapTo(Long.class)
                        .one());
    }

    private static byte[] redirect(URI to) {
        return ("HTTP/1.1 302 Found\r\nLocation: " + to + "/v2/exchange-rates?currency=USDC\r\n"
                        + "Content-Length: 0\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(text.length(), 100));
    }

    /// Sets Coinbase's answers by currency.
    private static void answer(RateFixture fixture, Function<String, String> answer) {
        fixture.server(Source.COINBASE)
                .answer(target -> Loopback.status(200, answer.apply(target.substring(target.indexOf('=') + 1))));
    }

    private static void look(RateFixture fixture, Rates rates) {
        fixture.pass(Duration.ofSeconds(61));
        rates.poll();
    }

    private static void isRight(BigDecimal rate) {
        assertThat(rate).isEqualByComparingTo("16000");
    }
}
