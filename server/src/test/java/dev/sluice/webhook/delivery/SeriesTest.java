package dev.sluice.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.delivery.Delivery.Result;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.delivery.DeliveryStore.ClaimQuota;
import dev.sluice.webhook.delivery.DeliveryStore.Lease;
import dev.sluice.webhook.delivery.DeliveryStore.Outcome;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.EndpointRef;
import dev.sluice.webhook.endpoint.WebhookFixture;
import dev.sluice.webhook.feed.Message;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A node is slower than its lease, and a redelivery is requested in the meantime.
class SeriesTest {
    private final WebhookFixture fixture = new WebhookFixture();
    private final TestReceiver receiver = new TestReceiver(TestReceiver.answering(500));
    private final Endpoint endpoint = fixture.endpoint(receiver.url());

    @AfterEach
    void close() {
        receiver.close();
        fixture.close();
    }

    /// Returns a delivery that a node has leased; another series has begun by then.
    private LeasedDelivery overtaken() {
        fixture.happen(1);
        fixture.until(() ->
                !fixture.delivered(endpoint).isEmpty() && fixture.only(endpoint).last() != null);
        fixture.rest();
        fixture.pass(Duration.ofMinutes(1));
        var delivery = claimed();
        fixture.pass(Duration.ofMinutes(1));
        fixture.database
                .database()
                .run(tx -> fixture.deliveries.redeliver(
                        tx, fixture.organization, delivery.delivery().id()));
        return delivery;
    }

    private LeasedDelivery claimed() {
        var now = fixture.clocks.instant();
        var lease = new Lease(now, now, now.plusSeconds(25));
        var quotas = List.of(new ClaimQuota(EndpointRef.of(endpoint), 1));
        var delivery = fixture.database
                .database()
                .inTx(tx -> fixture.stores.deliveries().claim(tx, quotas, lease))
                .getFirst();
        return new LeasedDelivery(delivery, endpoint, new Message(delivery.eventId(), new byte[0]), lease);
    }

    @Test
    void what_it_gives_back_then_does_not_count_in_the_new_series() {
        var slow = overtaken();
        fixture.database.database().run(tx -> DeliveryStore.release(tx, List.of(slow)));
        assertThat(claimed().delivery().attemptOfSeries()).isEqualTo(1);
    }

    @Test
    void what_came_of_its_attempt_then_is_kept_and_does_not_end_the_new_series() {
        var slow = overtaken().delivery();
        var result = new Result(slow.attempt(), fixture.clocks.instant(), 500, 1, "late", null);
        var late = List.of(new Outcome(slow, result, Status.FAILED, null));
        fixture.database.database().run(tx -> {
            fixture.stores.deliveries().end(tx, late);
            fixture.stores.attempts().insert(tx, late);
        });
        assertThat(fixture.deliveries.get(fixture.organization, slow.id()).attempts())
                .anySatisfy(each -> assertThat(each.error()).isEqualTo("late"));
        assertThat(claimed().delivery().attemptOfSeries()).isEqualTo(1);
    }
}
