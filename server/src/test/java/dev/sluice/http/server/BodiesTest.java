package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.http.Answer;
import dev.sluice.http.Dispatcher;
import dev.sluice.http.Envelope;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.http.Routes;
import dev.sluice.http.Wire;
import dev.sluice.http.server.Server.Bounds;
import dev.sluice.http.server.Server.Patience;
import dev.sluice.net.TrustedProxies;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Limit on the memory for request bodies, with room for small ones in any case.
class BodiesTest {
    private static final Envelope ENVELOPE = new Envelope(InstantSource.system());
    private static final int ROOM = 200_000;
    private static final String HEAD = "POST /thing HTTP/1.1\r\nHost: x\r\n";
    private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

    private final Bodies bodies = new Bodies(ROOM);
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private Server server;

    @BeforeEach
    void start() {
        var routes = new Routes(List.of(
                new Route(
                        Method.POST,
                        "/thing",
                        request -> ENVELOPE.ok(request, "ok", new JsonObject().put("length", request.body().length))),
                new Route(Method.POST, "/slow", this::slow)));
        server = Server.start(
                "127.0.0.1",
                0,
                new Dispatcher(routes, ENVELOPE, new SimpleMeterRegistry()),
                ENVELOPE,
                new TrustedProxies(List.of()),
                PublicScheme.PLAIN,
                new Admission(),
                new Bounds(
                        new Patience(
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(30)),
                        bodies,
                        new ConnectionLimiter(Integer.MAX_VALUE, _ -> true)));
    }

    @AfterEach
    void stop() {
        leave.countDown();
        server.close();
    }

    private Answer slow(Request request) {
        arrived.countDown();
        try {
            leave.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return ENVELOPE.ok(request, "ok", new JsonObject());
    }

    private static String plain(int length) {
        return HEAD + "Content-Length: " + length + "\r\n\r\n";
    }

    private static void assertRoomFor(Wire wire, int length) {
        var answer = wire.send(plain(length) + "a".repeat(length)).receive();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("data").path("length").intValue()).isEqualTo(length);
    }

    private static void assertNoRoom(Wire wire) {
        var answer = wire.receive();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.json().path("code").stringValue()).isEqualTo("UNAVAILABLE");
        assertThat(answer.headers()).containsEntry("retry-after", "1").containsEntry("connection", "close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"length", "chunk", "chunks"})
    void who_holds_back_the_end_of_a_body_keeps_large_ones_out_and_no_small_one(String way) {
        try (var holding = new Wire(server.port());
                var large = new Wire(server.port());
                var small = new Wire(server.port())) {
            holding.send(
                    switch (way) {
                        case "length" -> plain(150_000) + "a".repeat(149_999);
                        case "chunk" -> CHUNKED + "249f0\r\n" + "a".repeat(149_999);
                        default -> CHUNKED + ("3e8\r\n" + "a".repeat(1_000) + "\r\n").repeat(150);
                    });
            eventually(() -> bodies.held() >= 149_999);
            assertThat(bodies.held()).isLessThanOrEqualTo(ROOM);
            large.send(plain(150_000));
            assertNoRoom(large);
            assertRoomFor(small, Bodies.SMALL_BYTES_MAX);
            assertThat(bodies.held()).isGreaterThanOrEqualTo(149_999);
            holding.send(way.equals("length") ? "a" : way.equals("chunk") ? "a\r\n0\r\n\r\n" : "0\r\n\r\n");
            assertThat(holding.receive().status()).isEqualTo(200);
            eventually(() -> bodies.held() == 0);
            assertRoomFor(small, 150_000);
        }
    }

    @Test
    void a_body_without_a_length_is_refused_where_the_room_ends_and_read_away() {
        try (var wire = new Wire(server.port())) {
            wire.send(CHUNKED);
            for (int i = 0; i < 300; i++) {
                wire.send("3e8\r\n" + "a".repeat(1_000) + "\r\n");
            }
            wire.send("0\r\n\r\n");
            assertNoRoom(wire);
            assertThat(wire.ended()).isTrue();
            assertThat(bodies.held()).isZero();
        }
    }

    @Test
    void a_body_is_held_until_its_request_is_answered() throws InterruptedException {
        try (var wire = new Wire(server.port());
                var other = new Wire(server.port())) {
            wire.send(plain(150_000).replace("/thing", "/slow") + "a".repeat(150_000));
            arrived.await();
            assertThat(bodies.held()).isEqualTo(150_000);
            other.send(plain(150_000) + "a".repeat(150_000));
            assertNoRoom(other);
            leave.countDown();
            assertThat(wire.receive().status()).isEqualTo(200);
            eventually(() -> bodies.held() == 0);
        }
    }

    @Test
    void who_left_in_the_middle_leaves_nothing_behind() {
        try (var wire = new Wire(server.port())) {
            wire.send(plain(150_000) + "a".repeat(100_000));
            eventually(() -> bodies.held() > 0);
        }
        eventually(() -> bodies.held() == 0);
    }

    @Test
    void a_body_in_packets_of_a_byte_takes_no_more_than_its_length() {
        var chunk = "c350\r\n" + "a".repeat(50_000) + "\r\n0\r\n\r\n";
        try (var wire = new Wire(server.port())) {
            wire.send(CHUNKED);
            for (byte each : chunk.getBytes(StandardCharsets.ISO_8859_1)) {
                wire.send(new byte[] {each});
            }
            var answer = wire.receive();
            assertThat(answer.json().path("data").path("length").intValue()).isEqualTo(50_000);
            assertRoomFor(wire, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "000000000000000000000000000000001\r\na\r\n0\r\n\r\n",
                "111111111111111111111111111111111",
                "1;extension=yes\r\na\r\n0\r\n\r\n",
                "\r\n",
                "-1\r\n",
                "+1\r\na\r\n0\r\n\r\n",
                "0x1\r\na\r\n0\r\n\r\n",
                "1\r\nab0\r\n\r\n",
                "1\na\r\n0\r\n\r\n",
                "0\r\nTrailer: yes\r\n\r\n",
                "0\r\n" + "xxxxxxxxxxxxxxxx",
            })
    void a_frame_that_is_not_as_it_should_be_is_refused_at_once(String chunks) {
        try (var wire = new Wire(server.port())) {
            var answer = wire.send(CHUNKED + chunks).receive();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().path("code").stringValue()).isEqualTo("MALFORMED_REQUEST");
            assertThat(wire.ended()).isTrue();
        }
    }

    @Test
    void who_waits_to_continue_is_told_so_where_there_is_room_and_refused_where_there_is_none() {
        var waiting = "Expect: 100-continue\r\n";
        try (var wire = new Wire(server.port())) {
            assertThat(wire.send(CHUNKED.replace("Transfer", waiting + "Transfer"))
                            .receiveHead()
                            .status())
                    .isEqualTo(100);
            assertThat(wire.send("1\r\na\r\n0\r\n\r\n").receive().status()).isEqualTo(200);
            assertRoomFor(wire, 1);
            wire.send(plain(ROOM + 1).replace("Content", waiting + "Content"));
            assertNoRoom(wire);
            assertThat(wire.ended()).isTrue();
        }
    }

    private static void eventually(BooleanSupplier come) {
        Eventually.within(Duration.ofSeconds(10), "so much is held", come);
    }
}
