package dev.sluice.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// More requests than a node takes up.
class AdmissionTest {
    private final CountDownLatch arrived = new CountDownLatch(Admission.UNDER_WAY_MAX);
    private final CountDownLatch released = new CountDownLatch(1);

    private Answer slow() {
        arrived.countDown();
        try {
            released.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return fast();
    }

    private static Answer fast() {
        return new Answer(200, "text/plain", "done".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void one_too_many_is_refused_at_once_and_welcome_later() throws Exception {
        var routes = List.of(
                new Route(Method.GET, "/slow", _ -> slow()),
                new Route(Method.GET, "/fast", _ -> fast()),
                new Route(Method.GET, "/health/live", _ -> fast()));
        try (var server = ServerTest.listen(routes);
                var client = HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .build()) {
            var answers = Stream.generate(() -> ask(client, server, "/slow"))
                    .limit(Admission.UNDER_WAY_MAX)
                    .toList();
            arrived.await();
            var refused = ask(client, server, "/fast").get();
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(refused.body()).contains("\"code\":\"UNAVAILABLE\"");
            assertThat(ask(client, server, "/nowhere").get().statusCode()).isEqualTo(503);
            assertThat(ask(client, server, "/health/live").get().statusCode()).isEqualTo(200);
            released.countDown();
            for (var answer : answers) {
                assertThat(answer.get().statusCode()).isEqualTo(200);
            }
            assertThat(ask(client, server, "/fast").get().statusCode()).isEqualTo(200);
        } finally {
            released.countDown();
        }
    }

    private static CompletableFuture<HttpResponse<String>> ask(HttpClient client, Server server, String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }
}
