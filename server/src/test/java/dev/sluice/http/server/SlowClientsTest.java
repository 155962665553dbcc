package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.app.Eventually;
import dev.sluice.http.Answer;
import dev.sluice.http.Dispatcher;
import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.Routes;
import dev.sluice.http.Wire;
import dev.sluice.http.server.Server.Bounds;
import dev.sluice.http.server.Server.Patience;
import dev.sluice.net.IpRange;
import dev.sluice.net.TrustedProxies;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that send a byte at intervals, or nothing ("slow loris"): the server closes their connections, and other
/// clients do not wait for them.
@Tag("slow")
class SlowClientsTest {
    private static final Envelope ENVELOPE = new Envelope(InstantSource.system());
    /// More bytes than a client can send before its deadline.
    private static final int DRIPS_MAX = 3_000;

    private static final int IDLE = 500;
    /// More bytes than the buffers at both ends of a connection hold.
    private static final int LARGE = 32 * 1024 * 1024;

    private static final int PIECE = 64 * 1024;
    private static final int EACH_MAX = 20;
    private static final Duration HEAD = Duration.ofSeconds(2);
    private static final Semaphore LEFT = new Semaphore(0);

    private static Server server;

    @BeforeAll
    static void start() {
        server = start(new ConnectionLimiter(Integer.MAX_VALUE, _ -> false));
    }

    private static Server start(ConnectionLimiter limiter) {
        var routes = new Routes(List.of(
                new Route(Method.GET, "/thing", request -> ENVELOPE.ok(request, "ok", new JsonObject())),
                new Route(Method.POST, "/thing", request -> ENVELOPE.ok(request, "ok", new JsonObject())),
                new Route(Method.GET, "/large", _ -> new Answer(200, "text/plain", new byte[LARGE])),
                new Route(Method.GET, "/endless", _ -> Answer.written("text/plain", new Endless()))));
        return Server.start(
                "127.0.0.1",
                0,
                new Dispatcher(routes, ENVELOPE, new SimpleMeterRegistry()),
                ENVELOPE,
                new TrustedProxies(List.of()),
                PublicScheme.PLAIN,
                new Admission(),
                new Bounds(
                        new Patience(HEAD, Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofMinutes(1)),
                        Bodies.ofHeap(),
                        limiter));
    }

    /// Writes until the client has gone.
    private static final class Endless implements Answer.Writing {
        @Override
        public void to(OutputStream out) throws IOException {
            while (true) {
                out.write(new byte[PIECE]);
            }
        }

        @Override
        public void close() {
            LEFT.release();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void assertOthersAreServed() {
        try (var wire = new Wire(server.port())) {
            assertThat(wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n")
                            .receive()
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /thing?",
                "GET /thing HTTP/1.1\r\nHost: x\r\nX-Slow: ",
                "POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n",
                "POST /thing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n",
                "POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n",
            })
    void who_sends_a_byte_now_and_then_is_ended_and_others_are_served_meanwhile(String beginning)
            throws InterruptedException {
        try (var wire = new Wire(server.port())) {
            wire.send(beginning);
            int drips = 0;
            while (drips < DRIPS_MAX && drip(wire)) {
                if (drips++ % 20 == 0) {
                    assertOthersAreServed();
                }
                Thread.sleep(20);
            }
            assertThat(drips).as("bytes until it was ended").isLessThan(DRIPS_MAX);
        }
    }

    private static boolean drip(Wire wire) {
        try {
            wire.send("a");
            return true;
        } catch (UncheckedIOException ended) {
            return false;
        }
    }

    @Test
    void hundreds_who_say_nothing_are_nobodys_burden_and_are_sent_away() {
        var idle = new ArrayList<Wire>();
        for (int i = 0; i < IDLE; i++) {
            idle.add(new Wire(server.port()));
        }
        assertOthersAreServed();
        for (var wire : idle) {
            assertThat(wire.ended()).isTrue();
            wire.close();
        }
    }

    @Test
    void who_has_asked_something_may_be_silent_for_longer_than_who_has_not() throws InterruptedException {
        try (var wire = new Wire(server.port())) {
            wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n").receive();
            Thread.sleep(HEAD.multipliedBy(2));
            assertThat(wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n")
                            .receive()
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_body_may_take_longer_than_the_lines_before_it() throws InterruptedException {
        try (var wire = new Wire(server.port())) {
            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{");
            Thread.sleep(HEAD.plusMillis(700));
            assertThat(wire.send("}").receive().status()).isEqualTo(200);
        }
    }

    @Test
    void who_never_reads_an_answer_is_ended() throws InterruptedException {
        try (var wire = new Wire(server.port())) {
            wire.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
            Thread.sleep(HEAD.multipliedBy(3));
            assertOthersAreServed();
            assertThat(read(wire)).as("bytes that came").isLessThan(LARGE);
        }
    }

    /// Responses to HEAD have no body, but enough of them fill the buffers at both ends.
    @Test
    void who_never_reads_the_headers_that_it_asks_for_is_ended() throws InterruptedException {
        try (var wire = new Wire(server.port())) {
            var many = "HEAD /thing HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
            int sent = 0;
            while (sent < DRIPS_MAX && asks(wire, many)) {
                sent++;
                assertOthersAreServed();
            }
            assertThat(sent).as("thousands asked for until it was ended").isLessThan(DRIPS_MAX);
        }
    }

    private static boolean asks(Wire wire, String what) {
        try {
            wire.send(what);
            return true;
        } catch (UncheckedIOException ended) {
            return false;
        }
    }

    private static int read(Wire wire) {
        try {
            return wire.receive().body().length;
        } catch (UncheckedIOException reset) {
            return 0;
        }
    }

    /// An unread stream would keep one of few places.
    @Test
    void who_never_reads_what_is_written_piece_by_piece_gives_up_its_place() throws InterruptedException {
        try (var wire = new Wire(server.port())) {
            wire.send("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(LEFT.tryAcquire(15, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void one_address_has_so_many_connections_and_no_more() {
        try (var crowded = start(new ConnectionLimiter(EACH_MAX, _ -> false))) {
            var open = new ArrayList<Wire>();
            for (int i = 0; i < EACH_MAX; i++) {
                open.add(asked(crowded));
            }
            try (var further = new Wire(crowded.port())) {
                assertThat(further.ended()).isTrue();
            }
            open.removeFirst().close();
            Eventually.within(HEAD, "its place is free again", () -> isServed(crowded));
            open.forEach(Wire::close);
        }
    }

    /// Many clients share the connections of a proxy, and those of this machine are trusted.
    @Test
    void proxies_and_this_machine_have_as_many_as_they_need_and_a_household_is_one() {
        var limiter = ConnectionLimiter.behind(new TrustedProxies(List.of(IpRange.parse("192.0.2.0/24"))), 1);
        for (var address : List.of("127.0.0.1", "0:0:0:0:0:0:0:1", "192.0.2.7")) {
            var permit = limiter.enter(address);
            assertThat(permit).isPresent();
            assertThat(limiter.enter(address)).as(address).isPresent();
            permit.get().close();
        }
        assertThat(limiter.enter("198.51.100.7")).isPresent();
        assertThat(limiter.enter("198.51.100.7")).isEmpty();
        assertThat(limiter.enter("198.51.100.8")).isPresent();
        var household = limiter.enter("2001:db8:0:1:0:0:0:1");
        assertThat(household).isPresent();
        assertThat(limiter.enter("2001:db8:0:1:a:b:c:d")).isEmpty();
        assertThat(limiter.enter("2001:db8:0:2:0:0:0:1")).isPresent();
        household.get().close();
        var neighbours = ConnectionLimiter.behind(new TrustedProxies(List.of(IpRange.parse("2001:db8::10"))), 1);
        var proxy = neighbours.enter("2001:db8::10");
        assertThat(proxy).isPresent();
        assertThat(neighbours.enter("2001:db8::11")).isPresent();
        proxy.get().close();
        assertThat(neighbours.enter("2001:db8::12")).as("beside a proxy").isEmpty();
        assertThat(limiter.enter("2001:db8:0:1:a:b:c:d")).isPresent();
    }

    /// The values in docs/operations/capacity.md.
    @Test
    void a_deployment_waits_for_so_long() {
        assertThat(Server.PATIENCE)
                .isEqualTo(new Patience(
                        Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(2), Duration.ofMinutes(5)));
    }

    private static Wire asked(Server of) {
        var wire = new Wire(of.port());
        assertThat(wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n").receive().status())
                .isEqualTo(200);
        return wire;
    }

    private static boolean isServed(Server of) {
        try (var wire = new Wire(of.port())) {
            return wire.send("GET /thing HTTP/1.1\r\nHost: x\r\n\r\n").receive().status() == 200;
        } catch (IllegalStateException | UncheckedIOException closed) {
            return false;
        }
    }

    @Test
    void a_request_in_time_is_answered_and_its_connection_goes_on() {
        assertThatCode(() -> {
                    try (var wire = new Wire(server.port())) {
                        for (int i = 0; i < 3; i++) {
                            wire.send("POST /thing HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{");
                            Thread.sleep(200);
                            assertThat(wire.send("}").receive().status()).isEqualTo(200);
                        }
                    }
                })
                .doesNotThrowAnyException();
    }
}
