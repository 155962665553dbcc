package dev.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tests the generator with a server that answers some requests at once, and the others on release.
class LoadTest {
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".getBytes(StandardCharsets.US_ASCII);
    private static final int PROMPT = 20;
    private static final double PER_SECOND = 100;
    private static final Duration MEASURED = Duration.ofSeconds(1);
    private static final Duration STALL = Duration.ofSeconds(2);
    private static final double STALL_AT_LEAST_MICROS = 800_000;

    private final AtomicInteger answered = new AtomicInteger();
    private final CountDownLatch letGo = new CountDownLatch(1);

    private static Plan plan(int port, int connections, double rate) {
        var merchant = new Plan.Merchant("one", "secret", List.of());
        return new Plan(
                "127.0.0.1",
                port,
                connections,
                Duration.ZERO,
                MEASURED,
                rate,
                0,
                List.of(merchant),
                List.of("/v1/x"),
                0,
                false);
    }

    private Result run(int connections, double rate) throws IOException {
        try (var server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> accept(server, threads));
            threads.execute(this::letGoLater);
            var result = carryOut(plan(server.getLocalPort(), connections, rate));
            server.close();
            return result;
        }
    }

    private static Result carryOut(Plan plan) throws IOException {
        try (var receiver = Receiver.open(0)) {
            return Load.carryOut(plan, receiver);
        }
    }

    private void letGoLater() {
        try {
            Thread.sleep(STALL);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        letGo.countDown();
    }

    private void accept(ServerSocket server, Executor threads) {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                threads.execute(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /// Requests have no bodies here, so an empty line ends each of them.
    private void serve(Socket socket) {
        try (socket;
                var in = socket.getInputStream()) {
            int newlines = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                newlines = next == '\n' ? newlines + 1 : next == '\r' ? newlines : 0;
                if (newlines == 2) {
                    newlines = 0;
                    if (answered.incrementAndGet() > PROMPT) {
                        letGo.await();
                    }
                    socket.getOutputStream().write(ANSWER);
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void in_an_open_loop_everybody_who_arrived_counts_however_late_the_answer() throws Exception {
        var result = run(8, PER_SECOND);
        assertThat(result.failed()).isEmpty();
        assertThat(result.requests()).isBetween(60L, 140L);
        assertThat(result.latency().p50()).isGreaterThan(STALL_AT_LEAST_MICROS);
    }

    @Test
    void in_a_closed_loop_only_what_was_answered_in_time_counts() throws Exception {
        var result = run(4, 0);
        assertThat(result.requests()).isEqualTo(PROMPT);
        assertThat(result.latency().max()).isLessThan(STALL_AT_LEAST_MICROS);
    }
}
