package dev.sluice.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.TestReceiver.Behaviour;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.endpoint.CursorStore;
import dev.sluice.webhook.endpoint.CursorStore.EndpointOutcome;
import dev.sluice.webhook.endpoint.Endpoint;
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

    private final WebhookFixture house = new WebhookFixture();

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void what_recovers_gets_what_it_missed() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = house.endpoint(receiver.url());
            var ids = house.happen(10);
            house.until(() -> house.delivered(endpoint).size() == ids.size());
            house.rest();
            receiver.becomes(FINE);
            house.pass(Duration.ofSeconds(6));
            house.until(() -> house.delivered(endpoint).stream().allMatch(each -> each.status() == Status.DELIVERED));
            assertThat(house.delivered(endpoint)).hasSize(ids.size());
        }
    }

    @Test
    void what_happened_while_disabled_comes_only_when_it_is_asked_for_and_then_once() {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = house.endpoint(receiver.url());
            var before = house.happen(3);
            house.until(() -> receiver.received().size() == before.size());
            house.rest();
            house.enabled(endpoint, false);
            var since = house.clocks.instant();
            house.pass(Duration.ofMinutes(1));
            var missed = house.happen(3);
            house.rest();
            house.enabled(endpoint, true);
            var after = house.happen(2);
            house.until(() -> receiver.received().size() >= before.size() + after.size());
            house.rest();
            assertThat(receiver.ids()).doesNotContainAnyElementsOf(missed);
            house.database.database().run(tx -> house.deliveries.recover(tx, EndpointRef.of(endpoint), since));
            house.until(() -> receiver.received().size() >= 8);
            house.rest();
            assertThat(receiver.received()).hasSize(8);
            assertThat(receiver.ids()).containsAll(missed);
        }
    }

    @Test
    void all_that_failed_since_a_time_is_sent_again_and_nothing_else() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = house.endpoint(receiver.url());
            var ids = house.happen(4);
            for (int attempt = 0; attempt < Schedule.ATTEMPTS; attempt++) {
                int expected = (attempt + 1) * ids.size();
                house.until(() -> receiver.received().size() >= expected);
                house.rest();
                house.pass(Duration.ofHours(27));
                // Five days of failures would disable it.
                house.enabled(endpoint, true);
                house.database.database().run(tx -> CursorStore.recordOutcomes(tx, List.of(arrived(endpoint))));
            }
            house.rest();
            assertThat(house.delivered(endpoint))
                    .allSatisfy(each -> assertThat(each.status()).isEqualTo(Status.FAILED));
            receiver.becomes(FINE);
            assertThat(recovered(endpoint, Duration.ZERO)).isZero();
            // They were created ten times 27 hours ago, and failed within the last 27 hours.
            assertThat(recovered(endpoint, Duration.ofDays(2))).isEqualTo(ids.size());
            house.until(() -> house.delivered(endpoint).stream().allMatch(each -> each.status() == Status.DELIVERED));
            house.rest();
            assertThat(receiver.received()).hasSize((Schedule.ATTEMPTS + 1) * ids.size());
        }
    }

    /// A user that requests failed deliveries does not want to wait for the next attempt, possibly a day later.
    @Test
    void what_failed_and_waits_for_another_attempt_is_sent_at_once() {
        try (var receiver = new TestReceiver(BROKEN)) {
            var endpoint = house.endpoint(receiver.url());
            var ids = house.happen(3);
            house.until(() -> receiver.received().size() >= ids.size());
            house.rest();
            receiver.becomes(FINE);
            house.rest();
            assertThat(house.delivered(endpoint))
                    .allSatisfy(each -> assertThat(each.status()).isEqualTo(Status.PENDING));
            assertThat(recovered(endpoint, Duration.ofHours(1))).isEqualTo(ids.size());
            house.until(() -> house.delivered(endpoint).stream().allMatch(each -> each.status() == Status.DELIVERED));
            house.rest();
            assertThat(receiver.received()).hasSize(2 * ids.size());
            assertThat(recovered(endpoint, Duration.ofHours(1))).isZero();
        }
    }

    private int recovered(Endpoint endpoint, Duration back) {
        var since = house.clocks.instant().minus(back);
        return house.database.database().inTx(tx -> house.deliveries.recover(tx, EndpointRef.of(endpoint), since));
    }

    @Test
    void one_that_arrived_is_sent_again_where_somebody_wants_it() {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = house.endpoint(receiver.url());
            house.happen(1);
            house.until(() ->
                    !house.delivered(endpoint).isEmpty() && house.only(endpoint).status() == Status.DELIVERED);
            var id = house.only(endpoint).id();
            house.database.database().run(tx -> house.deliveries.redeliver(tx, house.organization, id));
            house.until(() -> house.only(endpoint).status() == Status.DELIVERED
                    && house.only(endpoint).attempt() == 2);
            house.rest();
            assertThat(receiver.received()).hasSize(2);
            assertThat(new HashSet<>(receiver.ids())).hasSize(1);
            assertThat(house.deliveries.get(house.organization, id).attempts()).hasSize(2);
        }
    }

    @Test
    void a_deleted_endpoint_is_told_nothing_and_forgotten_with_its_deliveries() {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = house.endpoint(receiver.url());
            house.happen(2);
            house.until(() -> receiver.received().size() == 2);
            house.rest();
            house.database.database().run(tx -> house.endpoints.delete(tx, house.organization, endpoint.id()));
            house.happen(2);
            house.rest();
            assertThat(receiver.received()).hasSize(2);
            assertThat(count("webhook_delivery")).isEqualTo(2);
            house.pass(Deliveries.KEPT.plusSeconds(1));
            house.deliveries.deleteExpired();
            assertThat(count("webhook_delivery")).isZero();
            house.deliveries.deleteExpired();
            assertThat(count("webhook_endpoint")).isZero();
        }
    }

    private static EndpointOutcome arrived(Endpoint endpoint) {
        return new EndpointOutcome(EndpointRef.of(endpoint), null, null);
    }

    private int count(String table) {
        return house.database
                .database()
                .read(handle -> handle.createQuery("SELECT count(*) FROM " + table)
                        .mapTo(Integer.class)
                        .one());
    }
}
