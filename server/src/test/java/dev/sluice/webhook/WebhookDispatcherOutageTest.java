package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Eventually;
import dev.sluice.webhook.delivery.Delivery;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Database outage while messages are being sent.
class WebhookDispatcherOutageTest {
    private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(30);

    private final WebhookFixture fixture = new WebhookFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_arrived_meanwhile_is_not_sent_again() {
        var answer = new CountDownLatch(1);
        try (var receiver = new TestReceiver((connection, out) -> answerAfter(answer, connection, out))) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> receiver.received().size() == 1);
            rename("webhook_cursor", "away");
            answer.countDown();
            // Each poll fails, and so does the first one after the message has ended.
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(this::look).isInstanceOf(RuntimeException.class);
            }
            rename("away", "webhook_cursor");
            fixture.until(() -> fixture.only(endpoint).status() == Delivery.Status.DELIVERED);
            fixture.pass(LONGER_THAN_A_LEASE);
            fixture.rest();
            assertThat(receiver.received()).hasSize(1);
            assertThat(fixture.only(endpoint).attempt()).isEqualTo(1);
        }
    }

    /// A node that is stopped during the outage stores the results as soon as it can, so that no other node sends
    /// the messages again.
    @Test
    void a_dispatcher_that_closes_meanwhile_goes_on_until_the_database_is_back() throws Exception {
        var answer = new CountDownLatch(1);
        try (var receiver = new TestReceiver((connection, out) -> answerAfter(answer, connection, out))) {
            var endpoint = fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> receiver.received().size() == 1);
            rename("webhook_cursor", "away");
            answer.countDown();
            var closing = CompletableFuture.runAsync(fixture.dispatcher::close);
            Eventually.pause(Duration.ofSeconds(1));
            assertThat(closing).isNotDone();
            rename("away", "webhook_cursor");
            closing.get(20, TimeUnit.SECONDS);
            assertThat(fixture.only(endpoint).status()).isEqualTo(Delivery.Status.DELIVERED);
        }
    }

    /// The shutdown of the node's other parts is not delayed.
    @Test
    void a_dispatcher_that_closes_gives_up_in_time_where_the_database_stays_away() {
        var answer = new CountDownLatch(1);
        try (var receiver = new TestReceiver((connection, out) -> answerAfter(answer, connection, out))) {
            fixture.endpoint(receiver.url());
            fixture.happen(1);
            fixture.until(() -> receiver.received().size() == 1);
            rename("webhook_cursor", "away");
            answer.countDown();
            long start = System.nanoTime();
            fixture.dispatcher.close();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            rename("away", "webhook_cursor");
        }
    }

    /// Runs steps until the courier has looked for due messages.
    private void look() {
        fixture.until(() -> false);
    }

    private void rename(String table, String name) {
        fixture.database.database().run(tx -> tx.handle().execute("ALTER TABLE " + table + " RENAME TO " + name));
    }

    private static void answerAfter(CountDownLatch answer, Socket connection, OutputStream out) throws Exception {
        answer.await();
        TestReceiver.answering(200).act(connection, out);
    }
}
