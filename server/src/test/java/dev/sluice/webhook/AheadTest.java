package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.TestReceiver.Behaviour;
import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.delivery.WebhookDispatcher;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Messages that a node has prefetched, and that wait for others to end.
class AheadTest {
    private static final Behaviour FINE = TestReceiver.answering(200);
    private static final Duration LEASE = Duration.ofSeconds(25);
    private static final int WINDOW = 32;
    private static final int QUICK = 200;
    private static final int MORE = 100;

    private final WebhookFixture fixture = new WebhookFixture();
    private final WebhookDispatcher first =
            fixture.node(WebhookFixture.sender(InetAddress::getAllByName, Duration.ofMinutes(5)));
    private final List<String> ids = new ArrayList<>();

    @AfterEach
    void close() {
        fixture.close();
    }

    /// Creates an endpoint with many deliveries from the first node, and more leased by it when the endpoint
    /// changes its behaviour.
    private Endpoint loaded(TestReceiver receiver, Behaviour then) {
        var endpoint = fixture.endpoint(receiver.url());
        ids.addAll(fixture.happen(QUICK));
        WebhookFixture.until(first, () -> receiver.received().size() == QUICK && leased() == 0);
        receiver.becomes(then);
        ids.addAll(fixture.happen(MORE));
        WebhookFixture.until(
                first, () -> leased() == MORE && receiver.received().size() == QUICK + WINDOW);
        return endpoint;
    }

    private int leased() {
        return fixture.database
                .database()
                .read(handle -> handle.createQuery("SELECT count(*) FROM webhook_delivery WHERE leased_until > :now")
                        .bind("now", fixture.clocks.realInstant())
                        .mapTo(Integer.class)
                        .one());
    }

    @Test
    void what_waits_when_a_node_dies_is_brought_by_another_once_the_lease_is_over_and_not_before() {
        try (var receiver = new TestReceiver(FINE)) {
            loaded(receiver, TestReceiver.hanging());
            receiver.becomes(FINE);
            fixture.pass(LEASE.minusMillis(1));
            fixture.rest();
            assertThat(receiver.received()).hasSize(QUICK + WINDOW);
            fixture.pass(Duration.ofMillis(1));
            fixture.until(() -> new HashSet<>(receiver.ids()).size() == ids.size());
            fixture.rest();
            assertThat(receiver.received()).hasSize(ids.size() + WINDOW);
            assertThat(new HashSet<>(receiver.ids())).containsExactlyInAnyOrderElementsOf(ids);
        }
    }

    @Test
    void a_node_that_stood_still_for_longer_than_its_lease_sends_nothing_that_another_has_taken() {
        var goesOn = new CountDownLatch(1);
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = loaded(receiver, (connection, out) -> {
                goesOn.await();
                FINE.act(connection, out);
            });
            receiver.becomes(FINE);
            fixture.pass(LEASE);
            fixture.until(() -> new HashSet<>(receiver.ids()).size() == ids.size());
            fixture.rest();
            goesOn.countDown();
            WebhookFixture.until(first, () -> !first.step());
            fixture.rest();
            assertThat(receiver.received()).hasSize(ids.size() + WINDOW);
            assertThat(fixture.delivered(endpoint))
                    .allSatisfy(each -> assertThat(each.status()).isEqualTo(Status.DELIVERED));
        } finally {
            goesOn.countDown();
        }
    }

    @Test
    void an_endpoint_that_gets_slow_keeps_its_window_and_others_may_bring_the_rest_at_once() {
        try (var receiver = new TestReceiver(FINE)) {
            var endpoint = loaded(receiver, TestReceiver.hanging());
            fixture.pass(Duration.ofSeconds(1));
            WebhookFixture.until(first, () -> leased() == WINDOW);
            first.step();
            assertThat(leased()).isEqualTo(WINDOW);
            assertThat(receiver.received()).hasSize(QUICK + WINDOW);
            receiver.becomes(FINE);
            fixture.until(() -> receiver.received().size() == ids.size());
            fixture.rest();
            assertThat(receiver.ids()).containsExactlyInAnyOrderElementsOf(ids);
            // A returned message was not attempted: the first attempt is still the first.
            assertThat(fixture.delivered(endpoint))
                    .allSatisfy(each -> assertThat(each.attempt()).isEqualTo(1));
        }
    }

    @Test
    void a_node_that_stops_gives_back_what_waits() {
        var goesOn = new CountDownLatch(1);
        try (var receiver = new TestReceiver(FINE)) {
            loaded(receiver, (connection, out) -> {
                goesOn.await();
                FINE.act(connection, out);
            });
            receiver.becomes(FINE);
            var closing = Thread.ofPlatform().start(first::close);
            fixture.until(() -> receiver.received().size() == ids.size());
            goesOn.countDown();
            join(closing);
            fixture.rest();
            assertThat(leased()).isZero();
            assertThat(receiver.ids()).containsExactlyInAnyOrderElementsOf(ids);
        } finally {
            goesOn.countDown();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
