package dev.sluice.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.TestReceiver.Behaviour;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointCursorStore;
import dev.sluice.webhook.endpoint.EndpointCursorStore.EndpointOutcome;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Recovery of missed events, and redelivery on request.
class RecoveryTest {
    private static final Behaviour FINE = TestReceiver.answering(200);
    private static final Behaviour BROKEN = TestReceiver.answering(500);

    private final WebhookFixture fixture = new WebhookFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_recovers_gets_what_it_missed() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = fixture.endpoint(receiver.url());
            var ids = fixture.happen(10);
            fixture.until(() -> fixture.delivered(endpoint).size() == ids.size());
            fixture.rest();
            receiver.becomes(FINE);
            fixture.pass(Duration.ofSeconds(6));
            fixture.until(
                    () -> fixture.delivered(endpoint).stream().allMatch(each -> each.status() == Status.DELIVERED));
            assertThat(fixture.delivered(endpoint)).hasSize(ids.size());
        }
    }

    @Test
    void what_happened_while_disabled_comes_only_when_it_is_asked_for_and_then_once() {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = fixture.endpoint(receiver.url());
            var before = fixture.happen(3);
            fixture.until(() -> receiver.received().size() == before.size());
            fixture.rest();
            fixture.enabled(endpoint, false);
            var since = fixture.clocks.instant();
            fixture.pass(Duration.ofMinutes(1));
            var missed = fixture.happen(3);
            fixture.rest();
            fixture.enabled(endpoint, true);
            var after = fixture.happen(2);
            fixture.until(() -> receiver.received().size() >= before.size() + after.size());
            fixture.rest();
            assertThat(receiver.ids()).doesNotContainAnyElementsOf(missed);
            fixture.database.database().run(tx -> fixture.deliveries.recover(tx, EndpointRef.of(endpoint), since));
            fixture.until(() -> receiver.received().size() >= 8);
            fixture.rest();
            assertThat(receiver.received()).hasSize(8);
            assertThat(receiver.ids()).containsAll(missed);
        }
    }

    @Test
    void all_that_failed_since_a_time_is_sent_again_and_nothing_else() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = fixture.endpoint(receiver.url());
            var ids = fixture.happen(4);
            for (int attempt = 0; attempt < RetryBackoff.ATTEMPTS; attempt++) {
                int expected = (attempt + 1) * ids.size();
                fixture.until(() -> receiver.received().size() >= expected);
                fixture.rest();
                fixture.pass(Duration.ofHours(27));
                // Five days of failures would disable it.
                fixture.enabled(endpoint, true);
                fixture.database
                        .database()
                        .run(tx -> EndpointCursorStore.recordOutcomes(tx, List.of(arrived(endpoint))));
            }
            fixture.rest();
            assertThat(fixture.delivered(endpoint))
                    .allSatisfy(each -> assertThat(each.status()).isEqualTo(Status.FAILED));
            receiver.becomes(FINE);
            assertThat(recovered(endpoint, Duration.ZERO)).isZero();
            // They were created ten times 27 hours ago, and failed within the last 27 hours.
            assertThat(recovered(endpoint, Duration.ofDays(2))).isEqualTo(ids.size());
            fixture.until(
                    () -> fixture.delivered(endpoint).stream().allMatch(each -> each.status() == Status.DELIVERED));
            fixture.rest();
            assertThat(receiver.received()).hasSize((RetryBackoff.ATTEMPTS + 1) * ids.size());
        }
    }

    /// A user that requests failed deliveries does not want to wait for the next attempt, possibly a day later.
    @Test
    void what_failed_and_waits_for_another_attempt_is_sent_at_once() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = fixture.endpoint(receiver.url());
            var ids = fixture.happen(3);
            fixture.until(() -> receiver.received().size() >= ids.size());
            fixture.rest();
            receiver.becomes(FINE);
            fixture.rest();
            assertThat(fixture.delivered(endpoint))
                    .allSatisfy(each -> assertThat(each.status()).isEqualTo(Status.PENDING));
            assertThat(recovered(endpoint, Duration.ofHours(1))).isEqualTo(ids.size());
            fixture.until(
                    () -> fixture.delivered(endpoint).stream().allMatch(each -> each.status() == Status.DELIVERED));
            fixture.rest();
            assertThat(receiver.received()).hasSize(2 * ids.size());
            assertThat(recovered(endpoint, Duration.ofHours(1))).isZero();
        }
    }

    private int recovered(Endpoint endpoint, Duration back) {
        var since = fixture.clocks.instant().minus(back);
        return fixture.database.database().inTx(tx -> fixture.deliveries.recover(tx, EndpointRef.of(endpoint), since));
    }

    @Test
    void one_that_arrived_is_sent_again_where_somebody_wants_it() {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> !fixture.delivered(endpoint).isEmpty()
                    && fixture.only(endpoint).status() == Status.DELIVERED);
            var id = fixture.only(endpoint).id();
            fixture.database.database().run(tx -> fixture.deliveries.redeliver(tx, fixture.organization, id));
            fixture.until(() -> fixture.only(endpoint).status() == Status.DELIVERED
                    && fixture.only(endpoint).attempt() == 2);
            fixture.rest();
            assertThat(receiver.received()).hasSize(2);
            assertThat(new HashSet<>(receiver.ids())).hasSize(1);
            assertThat(fixture.deliveries.get(fixture.organization, id).attempts())
                    .hasSize(2);
        }
    }

    @Test
    void a_deleted_endpoint_is_told_nothing_and_forgotten_with_its_deliveries() {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(2);
            fixture.until(() -> receiver.received().size() == 2);
            fixture.rest();
            fixture.database.database().run(tx -> fixture.endpoints.delete(tx, fixture.organization, endpoint.id()));
            fixture.happen(2);
            fixture.rest();
            assertThat(receiver.received()).hasSize(2);
            assertThat(count("webhook_delivery")).isEqualTo(2);
            fixture.pass(Deliveries.KEPT.plusSeconds(1));
            fixture.deliveries.deleteExpired();
            assertThat(count("webhook_delivery")).isZero();
            fixture.deliveries.deleteExpired();
            assertThat(count("webhook_endpoint")).isZero();
        }
    }

    private static EndpointOutcome arrived(Endpoint endpoint) {
        return new EndpointOutcome(EndpointRef.of(endpoint), null, null);
    }

    private int count(String table) {
        return fixture.database
                .database()
                .read(handle -> handle.createQuery("SELECT count(*) FROM " + table)
                        .mapTo(Integer.class)
                        .one());
    }
}
