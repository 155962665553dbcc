package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.http.Server.Patience;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Clients that send a byte now and then, or nothing ("slow loris"): they are ended, and nobody waits for them.
class SlowClientsTest {
    private static final Envelope ENVELOPE = new Envelope(InstantSource.system());
    /// Far more bytes than anybody sends before the server's patience is over.
    private static final int DRIPS_MAX = 3_000;

    private static final int IDLE = 500;

    private static Server server;

    @BeforeAll
    static void start() {
        var routes = new Routes(List.of(
                new Route(Method.GET, "/thing", request -> ENVELOPE.ok(request, "ok", new JsonObject())),
                new Route(Method.POST, "/thing", request -> ENVELOPE.ok(request, "ok", new JsonObject()))));
        server = Server.start(
                "127.0.0.1",
                0,
                new Dispatcher(routes, ENVELOPE, new SimpleMeterRegistry()),
                ENVELOPE,
                new TrustedProxies(List.of()),
                Outside.PLAIN,
                new Admission(),
                new Patience(Duration.ofSeconds(6), Duration.ofSeconds(4)),
                Bodies.ofHeap());
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
        } catch (java.io.UncheckedIOException ended) {
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
