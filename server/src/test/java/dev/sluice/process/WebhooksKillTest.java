package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every acknowledged event is delivered, although the service dies while it sends.
@Tag("slow")
class WebhooksKillTest {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final int DEPOSITS = 100;
    private static final int KILL_AFTER = 40;

    @TempDir
    Path root;

    @Test
    void whatever_was_on_its_way_when_the_service_died_arrives_afterwards() throws Exception {
        var received = ConcurrentHashMap.<String>newKeySet();
        var receiver = receiver(received);
        var home = root.resolve("node");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            receiver.setExecutor(threads);
            receiver.start();
            try (var service = ServiceProcess.start(home)) {
                register(service.signing(), receiver.getAddress().getPort());
                create(service.bearing());
                Eventually.within(PATIENCE, "some arrived", () -> received.size() >= KILL_AFTER);
                service.kill();
            }
            try (var service = ServiceProcess.start(home)) {
                var client = service.bearing();
                create(client);
                Eventually.within(PATIENCE, "all arrived", () -> received.size() >= 2 * DEPOSITS);
                assertThat(received).containsExactlyInAnyOrderElementsOf(events(client));
            }
        } finally {
            receiver.stop(0);
        }
    }

    private static HttpServer receiver(Set<String> received) throws IOException {
        var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            received.add(exchange.getRequestHeaders().getFirst("webhook-id"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        return receiver;
    }

    private static void register(TestClient client, int port) {
        client.post(
                        "/v1/webhook/endpoint",
                        "{\"url\":\"http://127.0.0.1:" + port + "/\",\"types\":[\"deposit.created\"]}")
                .expect(201);
    }

    private static void create(TestClient client) {
        var items = Collections.nCopies(DEPOSITS, Merchant.deposit("014_VA", "100000"));
        client.post("/v1/deposit/fiat/bulk", "{\"depositData\":[" + String.join(",", items) + "]}")
                .expect(201);
    }

    private static List<String> events(TestClient client) {
        var ids = new ArrayList<String>();
        var after = "";
        while (true) {
            var page = client.get("/v1/event?type=deposit.created&limit=100" + after)
                    .expect(200)
                    .data();
            page.path("docs").forEach(each -> ids.add(Merchant.text(each, "id")));
            if (!page.path("hasMore").booleanValue()) {
                return ids;
            }
            after = "&after=" + Merchant.text(page, "nextAfter");
        }
    }
}
