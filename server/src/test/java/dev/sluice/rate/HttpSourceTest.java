package dev.sluice.rate;

import static dev.sluice.rate.RateFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.http.Fetch;
import dev.sluice.rate.RateSettings.Source;
import dev.sluice.rate.RateSource.Quoted;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/// An HTTP source that sometimes answers incorrectly.
class HttpSourceTest {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration SHORT_TIMEOUT = Duration.ofMillis(300);

    private final RateFixture fixture = new RateFixture();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Loopback server = fixture.server(Source.COINBASE);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(HttpSource.class);
    private Fetch fetch = new Fetch(ANSWER_TIMEOUT, fixture.now::get);
    private HttpSource source = source();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void close() {
        logger.detachAppender(log);
        fetch.close();
        fixture.close();
    }

    private HttpSource source() {
        return new HttpSource(
                new CoinbaseFeed(new PricedAssets(fixture.references), Duration.ofMinutes(2)),
                server.address(),
                fetch,
                fixture.now::get,
                meters);
    }

    private void beImpatient() {
        fetch.close();
        meters.clear();
        fetch = new Fetch(SHORT_TIMEOUT, fixture.now::get);
        source = source();
    }

    private Quoted quoted(String base, String quote) {
        return source.price(base, quote, new Moment(NOW, NOW));
    }

    private void look() {
        fixture.pass(Duration.ofMinutes(1));
        source.step();
    }

    private List<String> said(Level level) {
        return log.list.stream()
                .filter(event -> event.getLevel() == level)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void assertFails(String reason) {
        look();
        assertThat(quoted("USDC", "IDR")).isEqualTo(new Quoted.NotYet());
        assertThat(said(Level.WARN)).hasSize(1).allMatch(line -> line.contains(reason), reason);
        assertThat(meters.get("sluice.rate.failures")
                        .tag("source", "coinbase")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("sluice.rate.age")
                        .tag("source", "coinbase")
                        .gauge()
                        .value())
                .isNaN();
    }

    @Test
    void an_answer_is_known_until_the_next_one() {
        assertThat(quoted("USDC", "IDR")).isEqualTo(new Quoted.NotYet());
        assertThat(quoted("DOGE", "IDR")).isEqualTo(new Quoted.Never());
        source.step();
        assertThat(quoted("USDC", "IDR")).isEqualTo(new Quoted.At(new Price(new java.math.BigDecimal("16702.5"), NOW)));
        assertThat(quoted("BNB", "USD")).isEqualTo(new Quoted.Never());
        assertThat(said(Level.INFO)).containsExactly("rate source coinbase does not serve: [BNB]");
        server.answer(target -> target.endsWith("USDC")
                ? Loopback.ok("{\"data\":{\"currency\":\"USDC\",\"rates\":{\"PHP\":\"59\"}}}", fixture.now.get())
                : Loopback.recorded(target, fixture.now.get()));
        look();
        assertThat(quoted("USDC", "PHP"))
                .isEqualTo(new Quoted.At(new Price(new java.math.BigDecimal("59"), fixture.now.get())));
        assertThat(quoted("ETH", "IDR")).isInstanceOf(Quoted.At.class);
        assertThat(said(Level.WARN)).singleElement(STRING).contains("no longer serves [", "USDC/IDR");
    }

    /// Otherwise the source asked instead would set a price that no source quotes.
    @Test
    void a_pair_that_an_answer_leaves_out_keeps_its_price_which_grows_old() {
        source.step();
        var before = quoted("USDC", "IDR");
        server.answer(target -> Loopback.without("IDR", target, fixture.now.get()));
        look();
        look();
        assertThat(quoted("USDC", "IDR")).isEqualTo(before);
        assertThat(said(Level.WARN).stream().filter(line -> line.contains("USDC/IDR")))
                .containsExactly("rate source coinbase no longer serves [USDC/IDR]");
        assertThat(meters.get("sluice.rate.failures").counter().count()).isEqualTo(2);
        fixture.replay();
        look();
        assertThat(quoted("USDC", "IDR")).isNotEqualTo(before);
        assertThat(said(Level.INFO)).contains("rate source coinbase serves all pairs again");
        assertThat(meters.get("sluice.rate.failures").counter().count()).isEqualTo(2);
    }

    private Loopback kraken() {
        var kraken = fixture.server(Source.KRAKEN);
        meters.clear();
        source = new HttpSource(
                new KrakenFeed(new PricedAssets(fixture.references), Duration.ofMinutes(2)),
                kraken.address(),
                fetch,
                fixture.now::get,
                meters);
        source.step();
        return kraken;
    }

    /// Kraken declines a whole request if it has delisted one of its pairs.
    @Test
    void of_several_pairs_that_are_declined_only_what_is_declined_alone_is_lacking() {
        var kraken = kraken();
        var before = quoted("ETH", "AUD");
        assertThat(before).isInstanceOf(Quoted.At.class);
        kraken.answer(target -> target.contains("ETHAUD")
                ? Loopback.ok("{\"error\":[\"EQuery:Unknown asset pair\"]}", fixture.now.get())
                : target.contains("ETH")
                        ? Loopback.ok(Loopback.text("kraken-ETH.json").replace("ETHAUD", "GONE"), fixture.now.get())
                        : Loopback.recorded(target, fixture.now.get()));
        look();
        assertThat(quoted("ETH", "USD"))
                .isInstanceOfSatisfying(
                        Quoted.At.class, at -> assertThat(at.price().from()).isEqualTo(fixture.now.get()));
        assertThat(quoted("ETH", "AUD")).isEqualTo(before);
        assertThat(said(Level.INFO)).contains("rate source kraken does not serve: [ETH/AUD]");
        assertThat(said(Level.WARN)).containsExactly("rate source kraken no longer serves [ETH/AUD]");
        assertThat(meters.get("sluice.rate.failures").counter().count()).isEqualTo(1);
    }

    @Test
    void of_pairs_that_are_asked_for_apart_one_that_fails_takes_no_other_with_it() {
        var kraken = kraken();
        var before = quoted("ETH", "EUR");
        kraken.answer(target -> target.contains("ETHAUD")
                ? Loopback.ok("{\"error\":[\"EQuery:Unknown asset pair\"]}", fixture.now.get())
                : target.contains("ETHEUR")
                        ? Loopback.ok("{\"error\":[\"EService:Busy\"]}", fixture.now.get())
                        : target.contains("ETH")
                                ? Loopback.ok(
                                        Loopback.text("kraken-ETH.json").replace("ETHZEUR", "GONE"), fixture.now.get())
                                : Loopback.recorded(target, fixture.now.get()));
        look();
        assertThat(quoted("ETH", "USD"))
                .isInstanceOfSatisfying(
                        Quoted.At.class, at -> assertThat(at.price().from()).isEqualTo(fixture.now.get()));
        assertThat(quoted("ETH", "EUR")).isEqualTo(before);
        assertThat(said(Level.WARN)).containsExactly("rate source kraken failed: EService:Busy");
    }

    @Test
    void it_says_who_it_is_and_waits_between_two_looks() {
        source.step();
        source.step();
        assertThat(server.requests())
                .hasSize(7)
                .allSatisfy(request -> assertThat(request).contains("User-Agent: Sluice/"));
        fixture.pass(Duration.ofSeconds(20));
        source.step();
        assertThat(server.requests()).hasSize(14);
    }

    @Test
    void a_clock_that_is_put_back_has_it_asked_again() {
        source.step();
        fixture.pass(Duration.ofHours(-6));
        source.step();
        assertThat(server.requests()).hasSize(14);
        source.step();
        assertThat(server.requests()).hasSize(14);
    }

    /// Another source is asked only if a source has no price of a token at all.
    @Test
    void a_token_that_an_answer_leaves_out_keeps_its_price_which_grows_old() {
        var gecko = fixture.server(Source.COINGECKO);
        meters.clear();
        source = new HttpSource(
                new CoinGeckoFeed(new PricedAssets(fixture.references), Duration.ofMinutes(2)),
                gecko.address(),
                fetch,
                fixture.now::get,
                meters);
        source.step();
        var before = quoted("ETH", "IDR");
        assertThat(before).isInstanceOf(Quoted.At.class);
        gecko.answer(_ -> Loopback.ok("{\"usd-coin\":{\"idr\":17000},\"ethereum\":{}}", fixture.now.get()));
        look();
        assertThat(quoted("ETH", "IDR")).isEqualTo(before);
        assertThat(quoted("USDC", "IDR")).isNotEqualTo(before).isInstanceOf(Quoted.At.class);
        assertThat(said(Level.WARN)).hasSize(1).allMatch(line -> line.contains("no longer serves [BNB, ETH, "));
    }

    @Test
    void its_age_is_measured() {
        source.step();
        fixture.pass(Duration.ofSeconds(90));
        assertThat(meters.get("sluice.rate.age").gauge().value()).isEqualTo(90);
        assertThat(meters.get("sluice.rate.failures").counter().count()).isZero();
    }

    @Test
    void a_failure_is_said_once_and_its_end_once_and_every_one_is_counted() {
        source.step();
        server.answer(_ -> Loopback.status(500, "oops"));
        look();
        look();
        look();
        assertThat(said(Level.WARN)).containsExactly("rate source coinbase failed: HTTP 500");
        assertThat(meters.get("sluice.rate.failures").counter().count()).isEqualTo(3);
        // The last price is kept, and goes stale.
        assertThat(quoted("USDC", "IDR")).isInstanceOf(Quoted.At.class);
        fixture.replay();
        look();
        look();
        assertThat(said(Level.INFO)).contains("rate source coinbase recovered");
        assertThat(meters.get("sluice.rate.failures").counter().count()).isEqualTo(3);
    }

    @Test
    void a_server_that_is_broken_is_asked_once_and_not_for_every_token() {
        server.answer(_ -> Loopback.status(502, "bad gateway"));
        assertFails("HTTP 502");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void a_server_that_has_enough_of_us_is_left_alone() {
        server.answer(_ -> Loopback.status(429, "{\"errors\":[{\"id\":\"rate_limit_exceeded\"}]}"));
        assertFails("HTTP 429");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void garbage_is_a_failure() {
        server.answer(_ -> Loopback.ok("<html>maintenance</html>", fixture.now.get()));
        assertFails("no JSON");
    }

    @Test
    void no_http_at_all_is_a_failure() {
        server.answer(_ -> "what?\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertFails("Invalid status line");
    }

    @Test
    void a_redirect_is_not_followed() {
        server.answer(_ -> Loopback.reply("302 Found", "Location: " + server.address() + "/elsewhere", ""));
        assertFails("HTTP 302");
        assertThat(server.requests()).hasSize(7).noneMatch(request -> request.contains("elsewhere"));
    }

    @Test
    void a_refusal_in_another_form_is_no_word_about_a_token() {
        server.answer(_ -> Loopback.status(404, "<html>moved</html>"));
        assertFails("HTTP 404");
    }

    @Test
    void silence_ends_by_the_timeout_before_the_headers_and_in_the_body() {
        beImpatient();
        server.hangAfter(new byte[0]);
        assertFails("no answer within PT0.3S");
        server.hangAfter(
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\":".getBytes(StandardCharsets.US_ASCII));
        var before = System.nanoTime();
        look();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
        assertThat(quoted("USDC", "IDR")).isEqualTo(new Quoted.NotYet());
        assertThat(meters.get("sluice.rate.failures").counter().count()).isEqualTo(2);
    }

    @Test
    void a_body_that_is_too_large_is_not_read() {
        server.answer(_ -> Loopback.ok(" ".repeat(Fetch.BYTES_MAX + 1), fixture.now.get()));
        look();
        assertThat(quoted("USDC", "IDR")).isEqualTo(new Quoted.NotYet());
        assertThat(said(Level.WARN)).hasSize(1);
        // A body without a declared length, and without an end.
        server.hangAfter(
                ("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(2 * Fetch.BYTES_MAX)).getBytes(StandardCharsets.US_ASCII));
        look();
        assertThat(quoted("USDC", "IDR")).isEqualTo(new Quoted.NotYet());
    }

    @Test
    void nobody_at_the_address_is_a_failure() {
        server.close();
        assertFails("ConnectException");
    }

    @Test
    void an_answer_is_as_old_as_its_date_says() {
        server.replay(NOW.minusSeconds(300));
        source.step();
        assertThat(quoted("USDC", "IDR"))
                .isInstanceOfSatisfying(
                        Quoted.At.class, at -> assertThat(at.price().from()).isEqualTo(NOW.minusSeconds(300)));
        assertThat(said(Level.WARN)).containsExactly("rate source coinbase failed: its prices are older than PT2M");
        assertThat(meters.get("sluice.rate.age").gauge().value()).isEqualTo(300);
    }

    @Test
    void an_answer_without_a_date_or_from_the_future_is_from_now() {
        for (var header : List.of("Date: Fri, 21 Nov 2035 02:30:00 GMT", "Date: soon", "X: y")) {
            server.answer(_ -> Loopback.reply("200 OK", header, Loopback.text("coinbase-USDC.json")));
            var before = fixture.now.get();
            look();
            assertThat(quoted("USDC", "IDR"))
                    .isInstanceOfSatisfying(
                            Quoted.At.class,
                            at -> assertThat(at.price().from()).isAfter(before).isEqualTo(fixture.now.get()));
        }
        assertThat(Instant.parse("2035-11-21T02:30:00Z")).isAfter(fixture.now.get());
    }
}
