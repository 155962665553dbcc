package dev.sluice.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.delivery.DeliveryStore.Lease;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.Secrets;
import dev.sluice.webhook.feed.Message;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Number of deliveries that a node leases for an endpoint.
class EndpointQueueTest {
    private static final Instant NOW = Instant.parse("2026-11-22T04:00:00Z");
    private static final int PLENTY = 1_000;
    private static final int WINDOW_START = 4;
    private static final int WINDOW_MAX = 32;
    private static final int AHEAD_MAX = 256;
    private static final AttemptResult DELIVERED = new AttemptResult(200, Duration.ZERO, null, null, Optional.empty());
    private static final AttemptResult FAILED =
            new AttemptResult(500, Duration.ZERO, "answered 500", null, Optional.empty());
    private static final AttemptResult GONE =
            new AttemptResult(410, Duration.ZERO, "answered 410", null, Optional.empty());

    private final EndpointQueue queue = new EndpointQueue();

    @Test
    void of_an_endpoint_that_has_taken_nothing_yet_only_what_is_sent_at_once_is_taken() {
        assertThat(queue.capacityLeft(PLENTY, NOW)).isEqualTo(WINDOW_START);
        assertThat(queue.capacityLeft(1, NOW)).isEqualTo(1);
        put(WINDOW_START);
        assertThat(queue.capacityLeft(PLENTY, NOW)).isZero();
    }

    @Test
    void as_much_is_taken_ahead_as_was_delivered_within_the_last_moment() {
        deliver(100);
        assertThat(queue.capacityLeft(PLENTY, NOW)).isEqualTo(WINDOW_MAX + 100);
        assertThat(queue.capacityLeft(0, NOW)).isEqualTo(100);
        deliver(1_000);
        assertThat(queue.capacityLeft(PLENTY, NOW)).isEqualTo(WINDOW_MAX + AHEAD_MAX);
        assertThat(queue.capacityLeft(PLENTY, NOW.plusSeconds(1))).isEqualTo(WINDOW_MAX);
    }

    @Test
    void no_more_than_the_window_is_under_way() {
        deliver(100);
        put(100);
        assertThat(begin()).isEqualTo(WINDOW_MAX);
        assertThat(queue.waiting()).isEqualTo(100 - WINDOW_MAX);
        queue.end(DELIVERED, NOW);
        assertThat(begin()).isEqualTo(1);
    }

    @Test
    void after_a_failure_nothing_waits_beyond_the_window() {
        deliver(100);
        put(100);
        begin();
        queue.end(FAILED, NOW);
        assertThat(queue.surplus(NOW)).hasSize(100 - WINDOW_MAX);
        assertThat(queue.capacityLeft(PLENTY, NOW)).isZero();
        for (int left = WINDOW_MAX - 1; left > 0; left--) {
            queue.end(FAILED, NOW);
        }
        assertThat(queue.capacityLeft(PLENTY, NOW)).isEqualTo(1);
    }

    /// Otherwise slow but successful endpoints would use up all places of a node.
    @Test
    void who_takes_long_is_sent_little_at_once() {
        deliver(100);
        put(100);
        begin();
        for (int left = WINDOW_MAX; left > 0; left--) {
            queue.end(took(Duration.ofSeconds(6)), NOW);
        }
        assertThat(begin()).isEqualTo(1);
        queue.end(took(Duration.ofSeconds(3)), NOW);
        assertThat(begin()).isEqualTo(1);
        queue.end(took(Duration.ofMillis(500)), NOW);
        assertThat(begin()).isEqualTo(2);
    }

    private static AttemptResult took(Duration latency) {
        return new AttemptResult(200, latency, null, null, Optional.empty());
    }

    @Test
    void what_waits_for_long_is_not_sent_any_more_and_given_back() {
        deliver(100);
        put(50);
        var later = NOW.plusSeconds(1);
        assertThat(queue.surplus(later.minusMillis(1))).isEmpty();
        assertThat(queue.begin(later)).isEmpty();
        assertThat(queue.surplus(later)).hasSize(50);
        assertThat(queue.waiting()).isZero();
        assertThat(queue.isExpired(later)).isFalse();
        assertThat(queue.isExpired(NOW.plusSeconds(61))).isTrue();
    }

    @Test
    void an_attempt_that_would_outlive_its_lease_is_not_begun() {
        var ending = new Lease(NOW, NOW, NOW.plus(Sender.TIMEOUT));
        queue.put(parcel(ending), NOW);
        assertThat(queue.begin(NOW)).isEmpty();
        assertThat(queue.surplus(NOW)).hasSize(1);
    }

    @Test
    void who_wants_nothing_any_more_is_sent_nothing_that_waits() {
        deliver(100);
        put(100);
        begin();
        queue.end(GONE, NOW);
        assertThat(queue.begin(NOW)).isEmpty();
        assertThat(queue.surplus(NOW)).hasSize(100 - WINDOW_MAX);
    }

    private void deliver(int count) {
        for (int i = 0; i < count; i++) {
            put(1);
            assertThat(queue.begin(NOW)).isPresent();
            queue.end(DELIVERED, NOW);
        }
    }

    private void put(int count) {
        var lease = new Lease(NOW, NOW, NOW.plusSeconds(25));
        for (int i = 0; i < count; i++) {
            queue.put(parcel(lease), NOW);
        }
    }

    private int begin() {
        int begun = 0;
        while (queue.begin(NOW).isPresent()) {
            begun++;
        }
        return begun;
    }

    private static LeasedDelivery parcel(Lease lease) {
        var id = new UUID(1, 2);
        var endpoint = new Endpoint(
                id,
                id,
                URI.create("http://127.0.0.1/"),
                List.of("*"),
                null,
                Endpoint.Amounts.NUMBER,
                Endpoint.Status.ENABLED,
                null,
                Secrets.fresh(new Random(1)),
                NOW,
                NOW);
        var delivery = new Delivery(
                EndpointRef.of(endpoint),
                id,
                1L,
                id,
                id,
                "deposit.completed",
                Status.PENDING,
                1,
                0,
                null,
                NOW,
                NOW,
                null);
        return new LeasedDelivery(delivery, endpoint, new Message(id, new byte[0]), lease);
    }
}
