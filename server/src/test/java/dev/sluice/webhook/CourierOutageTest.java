package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The database is away while messages are under way.
class CourierOutageTest {
    private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(30);

    private final WebhookHouse house = new WebhookHouse();

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    void what_arrived_meanwhile_is_not_sent_again() {
        var answer = new CountDownLatch(1);
        try (var receiver = new TestReceiver((connection, out) -> answerAfter(answer, connection, out))) {
            var endpoint = house.endpoint(receiver.url());
            house.happen(1);
            house.until(() -> receiver.received().size() == 1);
            rename("webhook_cursor", "away");
            answer.countDown();
            // Each look fails, and so does the first one after the message has ended.
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(this::look).isInstanceOf(RuntimeException.class);
            }
            rename("away", "webhook_cursor");
            house.until(() -> house.only(endpoint).status() == Delivery.Status.DELIVERED);
            house.pass(LONGER_THAN_A_LEASE);
            house.rest();
            assertThat(receiver.received()).hasSize(1);
            assertThat(house.only(endpoint).attempt()).isEqualTo(1);
        }
    }

    /// Steps until the courier has looked for what is due.
    private void look() {
        house.until(() -> false);
    }

    private void rename(String table, String name) {
        house.database.database().run(tx -> tx.handle().execute("ALTER TABLE " + table + " RENAME TO " + name));
    }

    private static void answerAfter(CountDownLatch answer, Socket connection, OutputStream out) throws Exception {
        answer.await();
        TestReceiver.answering(200).act(connection, out);
    }
}
