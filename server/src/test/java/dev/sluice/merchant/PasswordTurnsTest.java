package dev.sluice.merchant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/// Limit of concurrent password hashes.
class PasswordTurnsTest {
    @Test
    void who_gets_no_turn_in_time_is_refused() {
        var turns = new Semaphore(1);
        var passwords = new Passwords(new SecureRandom(), new Passwords.Cost(1024, 1), turns, Duration.ofMillis(10));
        var hash = passwords.hash("correct horse battery");
        assertThat(turns.tryAcquire()).isTrue();
        assertThatThrownBy(() -> passwords.matches("correct horse battery", hash))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.refusal()).isEqualTo(Refusal.UNAVAILABLE));
        turns.release();
        assertThat(passwords.matches("correct horse battery", hash)).isTrue();
        assertThat(turns.availablePermits()).isEqualTo(1);
    }
}
