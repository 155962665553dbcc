package dev.sluice.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.standardwebhooks.Webhook;
import dev.sluice.http.Json;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Subject;
import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.TestReceiver.Behaviour;
import dev.sluice.webhook.TestReceiver.Received;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.Secrets;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Misbehaviour of endpoints towards a sender; each event arrives in the end.
class WebhookDispatcherTest {
    private static final Behaviour FINE = TestReceiver.answering(200);
    private static final Behaviour BROKEN = TestReceiver.answering(500);

    private final WebhookFixture fixture = new WebhookFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void each_event_arrives_once_signed_so_that_others_can_verify_it() throws Exception {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = fixture.endpoint(receiver.url());
            var ids = fixture.happen(150);
            fixture.until(() -> receiver.received().size() >= ids.size());
            fixture.rest();
            assertThat(receiver.ids()).containsExactlyInAnyOrderElementsOf(ids);
            var verifier = new Webhook(endpoint.secrets().current());
            for (var each : receiver.received()) {
                assertThat(each.header("content-type")).isEqualTo("application/json");
                assertThatCode(() -> verifier.verify(each.body(), standard(each)))
                        .doesNotThrowAnyException();
                var body = Json.parse(each.body().getBytes(StandardCharsets.UTF_8));
                assertThat(body.path("id").stringValue()).isEqualTo(each.header("webhook-id"));
                assertThat(body.path("sequence").intValue())
                        .isEqualTo(body.path("data").path("number").intValue());
                assertThat(body.path("livemode").booleanValue()).isFalse();
            }
        }
    }

    private static Map<String, List<String>> standard(Received message) {
        return Map.of(
                "webhook-id", List.of(message.header("webhook-id")),
                "webhook-timestamp", List.of(message.header("webhook-timestamp")),
                "webhook-signature", List.of(message.header("webhook-signature")));
    }

    @Test
    void an_endpoint_gets_the_types_that_it_wants_of_its_own_organization() {
        try (var receiver = new TestReceiver(FINE);
                var other = new TestReceiver(FINE)) {
            fixture.endpoint(fixture.organization, receiver.url(), List.of("deposit.*", "convert.completed"));
            fixture.endpoint(UUID.randomUUID(), other.url(), List.of("*"));
            var wanted = new ArrayList<String>();
            fixture.happen(fixture.organization, "disbursement.completed", 300);
            wanted.addAll(fixture.happen(fixture.organization, "deposit.updated", 2));
            fixture.happen(fixture.organization, "recipient.created", 300);
            wanted.addAll(fixture.happen(fixture.organization, "convert.completed", 1));
            fixture.until(() -> receiver.received().size() >= wanted.size());
            fixture.rest();
            assertThat(receiver.ids()).containsExactlyInAnyOrderElementsOf(wanted);
            assertThat(other.received()).isEmpty();
        }
    }

    @Test
    void a_failing_endpoint_is_tried_ten_times_over_three_days_and_then_given_up() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            int attempts = 0;
            var waited = Duration.ZERO;
            while (attempts == 0 || fixture.only(endpoint).status() == Status.PENDING) {
                int expected = ++attempts;
                fixture.until(() -> receiver.received().size() == expected && hasEnded(endpoint, expected));
                fixture.rest();
                assertThat(receiver.received()).hasSize(expected);
                var next = fixture.only(endpoint).nextAt();
                if (next != null) {
                    var wait = Duration.between(fixture.clocks.instant(), next);
                    fixture.pass(wait.minusMillis(1));
                    fixture.rest();
                    assertThat(receiver.received()).hasSize(expected);
                    fixture.pass(Duration.ofMillis(1));
                    waited = waited.plus(wait);
                }
            }
            assertThat(attempts).isEqualTo(RetryBackoff.ATTEMPTS);
            var least =
                    Duration.ofHours(2 + 5 + 10 + 14 + 20 + 24).plusMinutes(35).plusSeconds(5);
            assertThat(waited).isBetween(least, least.multipliedBy(11).dividedBy(10));
            assertThat(fixture.only(endpoint).status()).isEqualTo(Status.FAILED);
            var found = fixture.deliveries.get(
                    fixture.organization, fixture.only(endpoint).id());
            assertThat(found.attempts()).hasSize(RetryBackoff.ATTEMPTS);
            assertThat(found.attempts()).allSatisfy(each -> {
                assertThat(each.statusCode()).isEqualTo(500);
                assertThat(each.error()).isEqualTo("answered 500");
                assertThat(each.excerpt()).isEqualTo("ok");
            });
            assertThat(new HashSet<>(receiver.ids())).hasSize(1);
        }
    }

    private boolean hasEnded(Endpoint endpoint, int attempt) {
        var last = fixture.only(endpoint).last();
        return last != null && last.attempt() == attempt;
    }

    @Test
    void an_endpoint_that_asks_for_time_gets_it() {
        try (var receiver = new TestReceiver(TestReceiver.answering(429, "Retry-After: 3600"))) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> !fixture.delivered(endpoint).isEmpty() && hasEnded(endpoint, 1));
            assertThat(fixture.only(endpoint).nextAt())
                    .isEqualTo(fixture.clocks.instant().plusSeconds(3600));
        }
    }

    @Test
    void an_endpoint_that_is_gone_is_told_nothing_any_more() {
        try (var receiver = new TestReceiver(TestReceiver.answering(410))) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> !fixture.now(endpoint).isEnabled());
            fixture.happen(5);
            fixture.rest();
            assertThat(receiver.received()).hasSize(1);
            assertThat(Objects.requireNonNull(fixture.now(endpoint).disabled()).reason())
                    .isEqualTo(Endpoint.Reason.GONE);
            assertThat(fixture.told()).singleElement().satisfies(notification -> {
                assertThat(notification.kind()).isEqualTo(Kind.ENDPOINT_DISABLED);
                assertThat(notification.count()).isEqualTo(1);
                assertThat(notification.subjects())
                        .containsExactly(new Subject(
                                endpoint.id().toString(),
                                null,
                                null,
                                receiver.url().toString()));
            });
        }
    }

    @Test
    void five_days_of_nothing_but_failures_disable() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = fixture.endpoint(receiver.url());
            for (int day = 0; day < 5; day++) {
                fixture.happen(1);
                int before = receiver.received().size();
                fixture.until(() -> receiver.received().size() > before);
                fixture.rest();
                assertThat(fixture.now(endpoint).isEnabled()).isTrue();
                fixture.pass(Duration.ofDays(1));
            }
            fixture.happen(1);
            fixture.until(() -> !fixture.now(endpoint).isEnabled());
            assertThat(Objects.requireNonNull(fixture.now(endpoint).disabled()).reason())
                    .isEqualTo(Endpoint.Reason.FAILING);
        }
    }

    @Test
    void a_time_without_attempts_starts_the_five_days_anew() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = fixture.endpoint(receiver.url());
            fails(receiver);
            fixture.pass(WebhookDispatcher.FAILING_MAX);
            fails(receiver);
            assertThat(fixture.now(endpoint).isEnabled()).isTrue();
            fixture.pass(WebhookDispatcher.QUIET_MAX.plusMillis(1));
            fails(receiver);
            for (var time = Duration.ZERO;
                    time.compareTo(WebhookDispatcher.FAILING_MAX) < 0;
                    time = time.plus(WebhookDispatcher.QUIET_MAX)) {
                assertThat(fixture.now(endpoint).isEnabled()).isTrue();
                fixture.pass(WebhookDispatcher.QUIET_MAX);
                fails(receiver);
            }
            assertThat(fixture.now(endpoint).isEnabled()).isFalse();
        }
    }

    private void fails(TestReceiver receiver) {
        int before = receiver.received().size();
        fixture.happen(1);
        fixture.until(() -> receiver.received().size() > before);
        fixture.rest();
    }

    @Test
    void one_success_in_between_starts_the_five_days_anew() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> receiver.received().size() == 1);
            fixture.rest();
            fixture.pass(Duration.ofDays(4));
            receiver.becomes(FINE);
            fixture.happen(1);
            fixture.until(
                    () -> fixture.delivered(endpoint).stream().anyMatch(each -> each.status() == Status.DELIVERED));
            fixture.rest();
            receiver.becomes(BROKEN);
            fixture.pass(Duration.ofDays(2));
            int before = receiver.received().size();
            fixture.happen(1);
            fixture.until(() -> receiver.received().size() > before);
            fixture.rest();
            assertThat(fixture.now(endpoint).isEnabled()).isTrue();
        }
    }

    @Test
    void a_redirect_is_not_followed() {
        try (var elsewhere = new TestReceiver(FINE);
                var receiver = new TestReceiver(TestReceiver.answering(307, "Location: " + elsewhere.url()))) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> !fixture.delivered(endpoint).isEmpty() && hasEnded(endpoint, 1));
            assertThat(elsewhere.received()).isEmpty();
            var last = Objects.requireNonNull(fixture.only(endpoint).last());
            assertThat(last.statusCode()).isEqualTo(307);
            assertThat(last.error()).contains("redirect");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hang", "reset", "drip", "garbage", "short", "nothing", "endless header"})
    void whatever_an_endpoint_does_instead_is_a_failure_that_ends(String what) {
        try (var receiver = new TestReceiver(behaviour(what))) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> !fixture.delivered(endpoint).isEmpty() && hasEnded(endpoint, 1));
            assertThat(fixture.only(endpoint).status()).isEqualTo(Status.PENDING);
            assertThat(Objects.requireNonNull(fixture.only(endpoint).last()).error())
                    .isNotBlank();
            receiver.becomes(FINE);
            fixture.pass(Duration.ofSeconds(6));
            fixture.until(() -> fixture.only(endpoint).status() == Status.DELIVERED);
        }
    }

    private static Behaviour behaviour(String what) {
        return switch (what) {
            case "hang" -> TestReceiver.hanging();
            case "reset" -> TestReceiver.resetting();
            case "drip" -> TestReceiver.dripping();
            case "garbage" -> TestReceiver.saying("\u0000\u0001 this is no HTTP\r\n\r\n".repeat(100));
            case "short" ->
                (connection, out) -> {
                    TestReceiver.saying("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
                            .act(connection, out);
                    connection.close();
                };
            case "nothing" -> (connection, _) -> connection.close();
            case "endless header" ->
                (_, out) -> {
                    out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.ISO_8859_1));
                    while (true) {
                        out.write(("X-More: " + "x".repeat(8_000) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                        out.flush();
                        Thread.sleep(1);
                    }
                };
            default -> throw new IllegalArgumentException(what);
        };
    }

    @Test
    void more_than_anybody_wants_to_read_is_not_read() {
        try (var receiver = new TestReceiver((_, out) -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 900000000\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            while (true) {
                out.write(new byte[8_192]);
            }
        })) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> !fixture.delivered(endpoint).isEmpty() && hasEnded(endpoint, 1));
            assertThat(fixture.only(endpoint).status()).isEqualTo(Status.DELIVERED);
        }
    }

    @Test
    void two_nodes_bring_each_event_once() throws Exception {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = fixture.endpoint(receiver.url());
            var other = fixture.node();
            var ids = new ArrayList<String>();
            var done = new CountDownLatch(1);
            var helper = Thread.ofPlatform().start(() -> WebhookFixture.until(other, () -> done.getCount() == 0));
            for (int round = 0; round < 20; round++) {
                ids.addAll(fixture.happen(25));
                fixture.dispatcher.step();
            }
            fixture.until(() -> receiver.received().size() >= ids.size());
            fixture.rest();
            done.countDown();
            helper.join();
            assertThat(receiver.ids()).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(fixture.now(endpoint).isEnabled()).isTrue();
        }
    }

    @Test
    void what_a_node_had_in_hand_when_it_died_is_brought_by_another() {
        try (var receiver = new TestReceiver(TestReceiver.hanging())) {
            fixture.endpoint(receiver.url());
            var dying = fixture.node(WebhookFixture.sender(InetAddress::getAllByName, Duration.ofMinutes(5)));
            var ids = fixture.happen(3);
            WebhookFixture.until(dying, () -> receiver.received().size() == ids.size());
            receiver.becomes(FINE);
            fixture.rest();
            assertThat(receiver.received()).hasSize(ids.size());
            fixture.pass(Duration.ofSeconds(30));
            fixture.until(() -> receiver.received().size() == 2 * ids.size());
            fixture.rest();
            assertThat(receiver.received()).hasSize(2 * ids.size());
            assertThat(new HashSet<>(receiver.ids())).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Test
    void while_a_secret_is_replaced_both_prove_a_message_and_later_the_new_one_alone() throws Exception {
        try (var receiver = new TestReceiver(FINE)) {
            var before = fixture.endpoint(receiver.url());
            var after = fixture.database
                    .database()
                    .inTx(tx -> fixture.endpoints.rotate(tx, fixture.organization, before.id()));
            fixture.happen(1);
            fixture.until(() -> receiver.received().size() == 1);
            var message = receiver.received().getFirst();
            for (var secret :
                    List.of(before.secrets().current(), after.secrets().current())) {
                var verifier = new Webhook(secret);
                assertThatCode(() -> verifier.verify(message.body(), standard(message)))
                        .doesNotThrowAnyException();
            }
            fixture.pass(Secrets.OVERLAP);
            fixture.happen(1);
            fixture.until(() -> receiver.received().size() == 2);
            assertThat(receiver.received().getLast().header("webhook-signature"))
                    .matches("v1,\\S+");
        }
    }
}
