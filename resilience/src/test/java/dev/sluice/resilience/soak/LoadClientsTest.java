package dev.sluice.resilience.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.resilience.stage.Node;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Counts of a crowd, with a scripted service.
class LoadClientsTest {
    private static final Duration A_MOMENT = Duration.ofMillis(100);
    private static final int SILENCE = 0;
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path dir;

    private HttpServer service;
    private volatile int status = 200;
    /// Number of further requests that get a failure.
    private final AtomicInteger failures = new AtomicInteger();

    @BeforeEach
    void open() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                if (status == SILENCE) {
                    return;
                }
                boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
                exchange.sendResponseHeaders(fails ? 500 : status, NOTHING.length);
                exchange.getResponseBody().write(NOTHING);
            }
        });
        service.start();
    }

    @AfterEach
    void close() {
        service.stop(0);
    }

    @Test
    void a_wrong_answer_is_counted_whenever_it_comes() throws Exception {
        try (var node = node();
                var clients = new LoadClients(node, 1)) {
            assertThat(clients.inTurn(1, A_MOMENT).samples()).isNotEmpty();
            status = 429;
            clients.inTurn(1, A_MOMENT);
            status = 503;
            clients.arrive(100, A_MOMENT);
            assertThat(clients.wrong()).isZero();
            status = 409;
            var asked = clients.arrive(100, A_MOMENT).samples();
            assertThat(asked).isNotEmpty().allMatch(Sample::isWrong);
            assertThat(clients.wrong()).isEqualTo(asked.size());
            status = 200;
            failures.set(3);
            assertThat(clients.finish()).isZero();
            assertThat(clients.wrong()).isEqualTo(asked.size() + 3L);
        }
    }

    @Test
    void silence_is_a_wrong_answer() throws Exception {
        try (var node = node();
                var clients = new LoadClients(node, 1)) {
            status = SILENCE;
            var asked = clients.arrive(100, A_MOMENT).samples();
            assertThat(asked).isNotEmpty();
            assertThat(clients.wrong()).isEqualTo(asked.size());
        }
    }

    /// Returns a dummy node that refers to the scripted service.
    private Node node() throws IOException {
        var told = "SLUICE_BASE_URL=http://127.0.0.1:" + service.getAddress().getPort()
                + "\\nSLUICE_CLIENT_ID=client\\nSLUICE_CLIENT_SECRET=secret\\n";
        var script = "printf '" + told + "' > told && mv told demo.env && exec sleep 60";
        return Node.start(List.of("sh", "-c", script), dir, Map.of());
    }
}
