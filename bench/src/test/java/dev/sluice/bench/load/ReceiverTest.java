package dev.sluice.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Counts and lags of webhooks.
class ReceiverTest {
    private static final String CREATED = """
            {"id":"e","type":"disbursement.created","orderId":"payout","data":{}}""";

    private static int post(HttpClient http, int port, String id, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hooks"))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Webhook-Id", id)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void what_comes_twice_is_one_message_that_was_told_twice() throws Exception {
        try (var receiver = Receiver.open(2);
                var http = HttpClient.newHttpClient()) {
            var ports = receiver.received().ports();
            assertThat(post(http, ports.getFirst(), "a", CREATED)).isEqualTo(200);
            assertThat(post(http, ports.getLast(), "a", CREATED)).isEqualTo(200);
            assertThat(post(http, ports.getFirst(), "b", "{}")).isEqualTo(200);
            var received = receiver.received();
            assertThat(received.messages()).isEqualTo(3);
            assertThat(received.distinct()).isEqualTo(2);
            assertThat(received.bytes()).isEqualTo(2L * CREATED.length() + 2);
            assertThat(Received.parse(received.json())).isEqualTo(received);
        }
    }

    @Test
    void a_payout_is_missing_until_its_creation_is_told() throws Exception {
        var lags = new Lags();
        try (var receiver = Receiver.open(1);
                var http = HttpClient.newHttpClient()) {
            receiver.tell(lags);
            int port = receiver.received().ports().getFirst();
            lags.answered("payout", System.nanoTime(), true);
            assertThat(post(http, port, "a", CREATED.replace("created", "completed")))
                    .isEqualTo(200);
            assertThat(lags.missing()).isEqualTo(1);
            assertThat(post(http, port, "b", CREATED)).isEqualTo(200);
            assertThat(lags.missing()).isZero();
            assertThat(lags.histogram().getTotalCount()).isEqualTo(1);
        }
    }

    @Test
    void what_arrives_before_the_answer_is_not_late_and_what_was_not_measured_does_not_count() {
        var lags = new Lags();
        lags.arrived("early", 1);
        lags.answered("early", 2, true);
        lags.answered("unmeasured", 3, false);
        lags.arrived("unmeasured", 4);
        assertThat(lags.missing()).isZero();
        assertThat(lags.histogram().getTotalCount()).isEqualTo(1);
        assertThat(lags.histogram().getMaxValue()).isZero();
    }

    @Test
    void the_bare_client_sends_as_many_bytes_as_it_is_told_to() throws IOException {
        try (var receiver = Receiver.open(1)) {
            int port = receiver.received().ports().getFirst();
            var plan = Plan.letters(port, 2, Duration.ZERO, Duration.ofMillis(200), 1_000);
            var result = Load.carryOut(plan, receiver);
            var received = receiver.received();
            assertThat(result.requests()).isPositive();
            assertThat(received.distinct()).isEqualTo(received.messages());
            assertThat(received.bytes()).isEqualTo(1_000 * received.messages());
        }
    }
}
