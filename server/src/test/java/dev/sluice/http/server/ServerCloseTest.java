package dev.sluice.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Feed;
import dev.sluice.http.Method;
import dev.sluice.http.Route;
import dev.sluice.http.Wire;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Shutdown of the listener: requests under way are finished within a time limit, and no new ones are accepted.
final class ServerCloseTest {
    private static final Envelope ENVELOPE = new Envelope(InstantSource.system());
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Test
    void closing_lets_what_is_under_way_finish_and_takes_nothing_new() throws Exception {
        var begun = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var slow = ServerTest.listen(List.of(new Route(Method.GET, "/slow", request -> {
            begun.countDown();
            await(mayEnd);
            return ENVELOPE.done(request, "finished");
        })));
        int port = slow.port();
        try (var idle = new Wire(port);
                var busy = new Wire(port)) {
            busy.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            begun.await();
            var closing = CompletableFuture.runAsync(slow::close);
            awaitRefusal(port);
            assertThat(closing).isNotDone();
            mayEnd.countDown();
            var answer = busy.receive();
            assertThat(answer.json().path("message").stringValue()).isEqualTo("finished");
            assertThat(answer.headers()).as("nobody sends another request").containsEntry("connection", "close");
            closing.get(9, TimeUnit.SECONDS);
            assertThat(idle.ended()).isTrue();
        }
    }

    @Test
    void closing_does_not_wait_for_ever() throws Exception {
        var begun = new CountDownLatch(1);
        var stuck = ServerTest.listen(List.of(new Route(Method.GET, "/stuck", request -> {
            begun.countDown();
            pause(60_000);
            return ENVELOPE.done(request, "too late");
        })));
        try (var busy = new Wire(stuck.port())) {
            busy.send("GET /stuck HTTP/1.1\r\nHost: x\r\n\r\n");
            begun.await();
            long start = System.nanoTime();
            stuck.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofSeconds(9), Duration.ofSeconds(25));
        }
    }

    @Test
    void closing_ends_what_goes_on() throws Exception {
        var server = ServerTest.listen(
                List.of(new Route(Method.GET, "/feed", _ -> Answer.feed(Feed.ofChanges(() -> "same")))));
        try (var listener = URI.create("http://127.0.0.1:" + server.port() + "/feed")
                .toURL()
                .openStream()) {
            assertThat(new String(listener.readNBytes(12), StandardCharsets.UTF_8))
                    .isEqualTo("data: same\n\n");
            CompletableFuture.runAsync(server::close).get(8, TimeUnit.SECONDS);
            assertThat(listener.readAllBytes()).isEmpty();
        }
    }

    /// A streamed body is complete even if the client requested `Connection: close`.
    @Test
    void a_body_that_is_written_ends_before_its_connection() throws Exception {
        var line = "line\n".getBytes(StandardCharsets.US_ASCII);
        var server = ServerTest.listen(List.of(new Route(
                Method.GET,
                "/file",
                _ -> Answer.written("text/csv", out -> {
                    for (int i = 0; i < 20_000; i++) {
                        out.write(line);
                    }
                }))));
        try (var socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write("GET /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            var text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(text.substring(0, 12)).isEqualTo("HTTP/1.1 200");
            assertThat(text.substring(text.length() - 12)).isEqualTo("line\n\r\n0\r\n\r\n");
        } finally {
            server.close();
        }
    }

    private static void awaitRefusal(int port) {
        assertThatThrownBy(() -> {
                    long end = System.nanoTime() + PATIENCE.toNanos();
                    while (System.nanoTime() < end) {
                        new Wire(port).close();
                        pause(20);
                    }
                })
                .hasMessageContaining("refused");
    }

    /// Waits with a time limit, so that a failed test ends.
    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(8, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
