package dev.sluice.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.delivery.Sender.WebhookRequest;
import dev.sluice.webhook.feed.Message;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SenderTest {
    private static final UUID ANYBODY = new UUID(0, 1);

    @Test
    void a_deadline_between_any_two_steps_is_told_as_one() {
        try (var receiver = new TestReceiver(TestReceiver.answering(200))) {
            for (int micros = 10; micros < 6_000; micros += 10) {
                try (var sender = new Sender(InetAddress::getAllByName, true, Duration.ofNanos(micros * 1_000L))) {
                    assertThat(sender.send(ANYBODY, letter(receiver.url())).error())
                            .isIn(null, "no answer within 0 seconds", "timed out: Read timed out");
                }
            }
        }
    }

    private static WebhookRequest letter(URI url) {
        var message = new Message(new UUID(0, 2), "{}".getBytes(StandardCharsets.UTF_8));
        return new WebhookRequest(url, message, List.of(), Instant.now());
    }
}
