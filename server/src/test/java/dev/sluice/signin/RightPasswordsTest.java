package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.merchant.User;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Repeated right passwords of one account: their hashing delays other users.
class RightPasswordsTest {
    private static final int FREE = AttemptLimit.correctPassword("", "").free();

    private static Nodes nodes;

    @BeforeAll
    static void open() {
        nodes = new Nodes();
    }

    @AfterAll
    static void close() {
        nodes.close();
    }

    private static Attempt<SignIns.Entry> signIn(User.WithPassword somebody, String password) {
        return signIn(somebody, password, "");
    }

    private static Attempt<SignIns.Entry> signIn(User.WithPassword somebody, String password, String device) {
        return nodes.other.signIns().withPassword(somebody.user().email(), password, Nodes.CLIENT, device);
    }

    private static String device(Attempt<SignIns.Entry> attempt) {
        return attempt instanceof Attempt.Right(SignIns.Entry.SignedIn signedIn) ? signedIn.device() : "";
    }

    @Test
    void who_is_in_is_slowed_down_likewise() {
        var somebody = nodes.somebody();
        var visitor = nodes.visitor(somebody, true);
        for (int each = 0; each <= FREE; each++) {
            assertThat(nodes.other.passkeys().begin(visitor, somebody.password()))
                    .isInstanceOf(Attempt.Right.class);
        }
        assertThat(nodes.other.passkeys().begin(visitor, somebody.password())).isInstanceOf(Attempt.Later.class);
        assertThat(nodes.other.factors().begin(visitor, somebody.password())).isInstanceOf(Attempt.Later.class);
    }

    @Test
    void they_are_slowed_down_and_keep_nobody_from_a_browser_or_session_of_theirs() {
        var somebody = nodes.somebody();
        var visitor = nodes.visitor(somebody, true);
        var device = device(signIn(somebody, somebody.password()));
        for (int each = 0; each < FREE; each++) {
            assertThat(signIn(somebody, somebody.password())).isInstanceOf(Attempt.Right.class);
        }
        assertThat(signIn(somebody, somebody.password()))
                .isInstanceOfSatisfying(
                        Attempt.Later.class, later -> assertThat(later.pause()).isEqualTo(Duration.ofSeconds(1)));
        assertThat(device(signIn(somebody, somebody.password(), device))).isEqualTo(device);
        assertThat(nodes.other.passkeys().begin(visitor, somebody.password())).isInstanceOf(Attempt.Right.class);
        var other = nodes.somebody();
        assertThat(signIn(other, other.password())).isInstanceOf(Attempt.Right.class);
    }

    @Test
    void nobody_waits_for_them_longer_than_a_minute() {
        var limit = AttemptLimit.correctPassword("", "");
        assertThat(limit.waitMax()).isLessThanOrEqualTo(Duration.ofMinutes(1));
        assertThat(limit.memory()).isGreaterThan(limit.waitMax());
    }

    /// Otherwise a stranger's guesses would delay the owner.
    @Test
    void wrong_ones_are_none_of_them() {
        var somebody = nodes.somebody();
        var visitor = nodes.visitor(somebody, true);
        for (int each = 0; each < 3; each++) {
            assertThat(signIn(somebody, "not this one")).isInstanceOf(Attempt.Wrong.class);
            assertThat(nodes.other.factors().begin(visitor, "not this one")).isInstanceOf(Attempt.Wrong.class);
        }
        for (int each = 0; each <= FREE; each++) {
            assertThat(signIn(somebody, somebody.password())).isInstanceOf(Attempt.Right.class);
        }
        assertThat(signIn(somebody, somebody.password())).isInstanceOf(Attempt.Later.class);
    }
}
