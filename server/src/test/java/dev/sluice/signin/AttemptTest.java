package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.vault.Vault;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Counting of attempts, with a fixed clock.
class AttemptTest {
    private static TestDatabase db;
    private static Throttle throttle;

    @BeforeAll
    static void open() {
        db = TestDatabase.create();
        var vault = Vault.open(db.database(), new byte[Vault.MASTER_KEY_BYTES]);
        var now = Instant.parse("2026-03-01T08:00:00Z");
        throttle = new Throttle(db.database(), vault, new Clocks((InstantSource) () -> now));
    }

    @AfterAll
    static void close() {
        db.close();
    }

    @Test
    void who_is_wrong_too_often_waits() {
        var limit = AttemptLimit.password("wrong");
        for (int each = 0; each <= limit.free(); each++) {
            assertThat(Attempt.at(throttle, limit, Optional::empty)).isEqualTo(new Attempt.Wrong<>());
        }
        assertThat(Attempt.at(throttle, limit, () -> Optional.of("right"))).isInstanceOf(Attempt.Later.class);
    }

    @Test
    void who_has_to_wait_leaves_nothing_of_the_addresses_that_they_make_up() {
        var place = AttemptLimit.ofNetwork("192.0.2.1");
        for (int each = 0; each <= place.free(); each++) {
            assertThat(throttle.tryAcquire(place)).isEmpty();
        }
        long before = rows();
        for (int each = 0; each < 20; each++) {
            assertThat(throttle.tryAcquire(place, AttemptLimit.account("made-up-" + each, "")))
                    .isPresent();
        }
        assertThat(rows()).isEqualTo(before);
    }

    private static long rows() {
        return db.database()
                .read(handle -> handle.createQuery("SELECT count(*) FROM signin_throttle")
                        .mapTo(Long.class)
                        .one());
    }

    @Test
    void what_the_service_was_too_busy_to_look_at_does_not_count() {
        var limit = AttemptLimit.password("busy");
        for (int each = 0; each <= 2 * limit.free(); each++) {
            assertThatThrownBy(() -> Attempt.at(throttle, limit, () -> {
                        throw Refusal.UNAVAILABLE.refused();
                    }))
                    .isInstanceOf(Refused.class);
        }
        assertThat(Attempt.at(throttle, limit, () -> Optional.of("right"))).isEqualTo(new Attempt.Right<>("right"));
    }
}
