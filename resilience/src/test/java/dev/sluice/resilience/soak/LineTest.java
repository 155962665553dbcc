package dev.sluice.resilience.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Parsing of answers in any fragmentation, and of invalid ones.
class LineTest {
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1_000})
    void an_answer_is_the_same_in_whatever_pieces_it_comes(int size) throws Exception {
        var busy = "HTTP/1.1 503 Later\r\nretry-after: 1\r\ncontent-length: 0\r\nConnection: close\r\n\r\n";
        try (var service = new AnsweringServer(size, List.of(OK, busy));
                var line = Line.to(service.url())) {
            assertThat(line.exchange(REQUEST)).isEqualTo(new Line.Answer(200, false, "body"));
            assertThat(line.isOpen()).isTrue();
            assertThat(line.exchange(REQUEST)).isEqualTo(new Line.Answer(503, true, ""));
            assertThat(line.isOpen()).isFalse();
        }
    }

    @Test
    void a_body_that_is_longer_than_the_first_piece_is_read_to_its_end() throws Exception {
        var body = "ä".repeat(20_000);
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: 40000\r\n\r\n" + body;
        try (var service = new AnsweringServer(5_000, List.of(answer));
                var line = Line.to(service.url())) {
            assertThat(line.exchange(REQUEST).body()).isEqualTo(body);
        }
    }

    @Test
    void a_connection_that_was_closed_while_it_was_idle_is_told_apart() throws Exception {
        try (var service = new AnsweringServer(1_000, List.of(OK));
                var line = Line.to(service.url())) {
            line.exchange(REQUEST);
            service.hangUpNow();
            assertThatThrownBy(() -> line.exchange(REQUEST)).isInstanceOf(Line.Stale.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 2",
                "\r\n\r\n",
                "HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: much\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nbody"
            })
    void what_is_no_answer_is_a_failure_of_the_connection(String none) throws Exception {
        try (var service = new AnsweringServer(1_000, List.of(none));
                var line = Line.to(service.url())) {
            service.hangUp();
            assertThatThrownBy(() -> line.exchange(REQUEST))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(Line.Stale.class);
        }
    }

    @Test
    void headers_without_an_end_are_no_answer() throws Exception {
        var endless = "HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000);
        try (var service = new AnsweringServer(1_000, List.of(endless));
                var line = Line.to(service.url())) {
            assertThatThrownBy(() -> line.exchange(REQUEST)).isInstanceOf(IOException.class);
        }
    }

    /// Server that sends one answer after each request, in fragments of a size, and closes the connection on
    /// request.
    private static final class AnsweringServer implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final CountDownLatch over = new CountDownLatch(1);
        private final Thread thread;

        AnsweringServer(int size, List<String> answers) throws IOException {
            thread = Thread.ofVirtual().start(() -> {
                try (var one = socket.accept()) {
                    one.setTcpNoDelay(true);
                    for (var answer : answers) {
                        hear(one);
                        say(one, answer.getBytes(StandardCharsets.UTF_8), size);
                    }
                    over.await();
                } catch (IOException | InterruptedException closed) {
                    // Ignored: the client has gone.
                }
            });
        }

        private static void hear(Socket one) throws IOException {
            one.getInputStream().readNBytes(REQUEST.length);
        }

        private static void say(Socket one, byte[] answer, int size) throws IOException {
            for (int from = 0; from < answer.length; from += size) {
                one.getOutputStream().write(answer, from, Math.min(size, answer.length - from));
            }
        }

        URI url() {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }

        /// Closes the connection once everything is sent.
        void hangUp() {
            over.countDown();
        }

        void hangUpNow() throws InterruptedException {
            hangUp();
            thread.join();
        }

        @Override
        public void close() throws IOException {
            hangUp();
            socket.close();
        }
    }
}
