package dev.sluice.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.webhook.delivery.Delivery.Status;
import dev.sluice.webhook.endpoint.Endpoint;
import dev.sluice.webhook.endpoint.WebhookFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Malformed HTTP answers of endpoints. Each is a success or a failure with a readable reason, and none keeps the
/// courier from other messages.
class AnswerFuzzTest {
    private static final long SEED = Long.getLong("sluice.fuzz.seed", 1);
    private static final int ANSWERS = Integer.getInteger("sluice.fuzz.answers", 80);
    private static final int CHANGES_MAX = 6;
    private static final List<String> GOOD = List.of(
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3\r\nContent-Length: 4\r\n\r\nlate",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/else\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\u001f\u008b\u0008");
    private static final List<String> ODD = List.of(
            "\u0000",
            "\u00ff\u00fe",
            "\r\n",
            "\n",
            " ",
            ":",
            "-1",
            "99999999999999999999",
            "HTTP/1.1 100 Continue\r\n\r\n",
            "HTTP/2.0 ",
            "x".repeat(20_000),
            "Content-Length: 7\r\n",
            "Transfer-Encoding: identity\r\n",
            "Retry-After: 99999999999999999999\r\n",
            "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\n");

    private final WebhookFixture fixture = new WebhookFixture();

    private record Told(String answer, Endpoint endpoint, TestReceiver receiver) {}

    private static String spoilt(Random random) {
        var text = new StringBuilder(GOOD.get(random.nextInt(GOOD.size())));
        for (int i = random.nextInt(CHANGES_MAX); i >= 0; i--) {
            int at = random.nextInt(text.length() + 1);
            switch (random.nextInt(4)) {
                case 0 -> text.insert(at, ODD.get(random.nextInt(ODD.size())));
                case 1 -> text.insert(at, (char) random.nextInt(256));
                case 2 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(8)));
                default -> text.setLength(random.nextInt(10) == 0 ? at : text.length());
            }
        }
        return text.toString();
    }

    private boolean isTried(Told told) {
        var all = fixture.delivered(told.endpoint());
        return !all.isEmpty() && all.getFirst().last() != null;
    }

    @Test
    void whatever_is_answered_is_a_success_or_a_failure_and_then_the_next_one_arrives() {
        System.out.println("webhook answers fuzz: " + ANSWERS + ", -Dsluice.fuzz.seed=" + SEED);
        var all = new ArrayList<Told>();
        try {
            for (int number = 0; number < ANSWERS; number++) {
                var answer = spoilt(new Random(SEED * 1_000_003 + number));
                var receiver = new TestReceiver(TestReceiver.saying(answer));
                var organization = fixture.clocks.newId();
                all.add(new Told(answer, fixture.endpoint(organization, receiver.url(), List.of("*")), receiver));
                fixture.happen(organization, "deposit.completed", 1);
            }
            fixture.until(() -> all.stream().allMatch(this::isTried));
            for (var told : all) {
                var delivery = fixture.only(told.endpoint());
                var result = Objects.requireNonNull(delivery.last());
                if (delivery.status() == Status.DELIVERED) {
                    assertThat(result.statusCode()).as(told.answer()).isBetween(200, 299);
                } else {
                    assertThat(result.statusCode() != null || result.error() != null)
                            .as(told.answer())
                            .isTrue();
                }
                told.receiver().becomes(TestReceiver.answering(200));
            }
            fixture.until(() -> {
                fixture.pass(Duration.ofMinutes(1));
                return all.stream()
                        .filter(told -> fixture.now(told.endpoint()).isEnabled())
                        .allMatch(told -> fixture.only(told.endpoint()).status() == Status.DELIVERED);
            });
            assertThat(all)
                    .anyMatch(told -> told.receiver().received().size() == 1)
                    .anyMatch(told -> told.receiver().received().size() > 1);
        } finally {
            all.forEach(told -> told.receiver().close());
            fixture.close();
        }
    }
}
