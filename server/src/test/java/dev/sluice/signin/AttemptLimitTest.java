package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Back-off of attempts.
class AttemptLimitTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final TestDatabase DB = TestDatabase.create();
    private static final Vault VAULT = Vault.open(DB.database(), new byte[Vault.MASTER_KEY_BYTES]);

    private Instant now = NOW;

    @AfterAll
    static void close() {
        DB.close();
    }

    private Throttle throttle() {
        return new Throttle(DB.database(), VAULT, new Clocks((InstantSource) () -> now));
    }

    @Test
    void waits_double_up_to_the_longest_and_are_forgotten() {
        var limit = new AttemptLimit("x", 2, Duration.ofSeconds(5), Duration.ofHours(1));
        var tally = new AttemptLimit.Tally(0, NOW, NOW);
        var waits = new ArrayList<Long>();
        for (int i = 0; i < 7; i++) {
            tally = limit.after(tally, NOW);
            waits.add(Duration.between(NOW, tally.freeAt()).toSeconds());
        }
        assertThat(waits).containsExactly(0L, 0L, 1L, 2L, 4L, 5L, 5L);
        assertThat(limit.after(tally, NOW.plus(Duration.ofHours(2))).failures()).isEqualTo(1);
    }

    @Test
    void an_attempt_that_comes_too_early_makes_nothing_worse() {
        var throttle = throttle();
        var limit = new AttemptLimit("early", 1, Duration.ofMinutes(1), Duration.ofHours(1));
        assertThat(throttle.tryAcquire(limit)).isEmpty();
        assertThat(throttle.tryAcquire(limit)).isEmpty();
        for (int i = 0; i < 100; i++) {
            assertThat(throttle.tryAcquire(limit)).contains(Duration.ofSeconds(1));
        }
        now = now.plusSeconds(1);
        assertThat(throttle.tryAcquire(limit)).isEmpty();
        assertThat(throttle.tryAcquire(limit)).contains(Duration.ofSeconds(2));
    }

    @Test
    void many_at_once_are_many() {
        var throttle = throttle();
        var limit = new AttemptLimit("crowd", 5, Duration.ofMinutes(1), Duration.ofHours(1));
        var let = new AtomicInteger();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                executor.execute(() -> {
                    if (throttle.tryAcquire(limit).isEmpty()) {
                        let.incrementAndGet();
                    }
                });
            }
        }
        assertThat(let).hasValue(6);
    }

    /// Otherwise a stranger could prevent the owner of an account from resetting the password.
    @Test
    void a_link_outlasts_the_wait_for_another() {
        var mails = AttemptLimit.resetMails("rani@example.com");
        var tally = new AttemptLimit.Tally(0, NOW, NOW);
        for (int i = 0; i < 100; i++) {
            tally = mails.after(tally, NOW);
        }
        assertThat(Duration.between(NOW, tally.freeAt()))
                .isEqualTo(mails.waitMax())
                .isLessThan(Ticket.Kind.RESET.lifetime());
    }

    @Test
    void an_ipv6_network_is_one_place_and_an_ipv4_address_is_one() {
        assertThat(AttemptLimit.ofNetwork("2001:db8:1:2::1")).isEqualTo(AttemptLimit.ofNetwork("2001:db8:1:2:ffff::7"));
        assertThat(AttemptLimit.ofNetwork("2001:db8:1:2::1")).isNotEqualTo(AttemptLimit.ofNetwork("2001:db8:1:3::1"));
        assertThat(AttemptLimit.ofNetwork("192.0.2.1")).isNotEqualTo(AttemptLimit.ofNetwork("192.0.2.2"));
    }
}
