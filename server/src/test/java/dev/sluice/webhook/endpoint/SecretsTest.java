package dev.sluice.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.refusal.Refused;
import dev.sluice.webhook.TestReceiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Rotation of an endpoint's secrets: none expires before its announced time.
class SecretsTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final Random random = new Random(7);
    private final WebhookFixture fixture = new WebhookFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void each_from_before_is_used_for_its_own_day() {
        var first = Secrets.fresh(random);
        var second = first.rotated(random, NOW);
        var third = second.rotated(random, NOW.plus(HOUR));
        var all = List.of(third.current(), second.current(), first.current());
        assertThat(third.inUse(NOW.plus(HOUR))).isEqualTo(all);
        var day = NOW.plus(Secrets.OVERLAP);
        assertThat(third.inUse(day.minusMillis(1))).isEqualTo(all);
        assertThat(third.inUse(day)).isEqualTo(all.subList(0, 2));
        assertThat(third.inUse(day.plus(HOUR))).isEqualTo(all.subList(0, 1));
    }

    @Test
    void there_are_five_from_before_at_most_until_the_oldest_ends() {
        var secrets = Secrets.fresh(random);
        for (int rotation = 0; rotation < Secrets.FORMER_MAX; rotation++) {
            secrets = secrets.rotated(random, NOW.plus(HOUR.multipliedBy(rotation)));
        }
        var full = secrets;
        var day = NOW.plus(Secrets.OVERLAP);
        assertThatThrownBy(() -> full.rotated(random, day.minusMillis(1))).isInstanceOf(Refused.class);
        assertThat(full.rotated(random, day).former()).hasSize(Secrets.FORMER_MAX);
    }

    @Test
    void they_are_kept_as_they_are() throws Exception {
        try (var receiver = new TestReceiver(TestReceiver.answering(200))) {
            var endpoint = fixture.endpoint(receiver.url());
            var all = endpoint.secrets();
            for (int rotation = 0; rotation < 3; rotation++) {
                fixture.pass(HOUR);
                all = fixture.database
                        .database()
                        .inTx(tx -> fixture.endpoints.rotate(tx, fixture.organization, endpoint.id()))
                        .secrets();
            }
            assertThat(all.former()).hasSize(3);
            assertThat(fixture.now(endpoint).secrets()).isEqualTo(all);
        }
    }
}
