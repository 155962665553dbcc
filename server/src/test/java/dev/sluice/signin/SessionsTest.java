package dev.sluice.signin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.User;
import dev.sluice.merchant.Users;
import dev.sluice.vault.Vault;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Expiry of sessions and challenges, with a clock that the test moves.
class SessionsTest {
    private static TestDatabase db;
    private static Clocks clocks;
    private static Sessions sessions;
    private static Challenges challenges;
    private static Users users;
    private static User user;
    private static Instant now = Instant.parse("2026-03-01T08:00:00Z");

    @BeforeAll
    static void open() {
        db = TestDatabase.create();
        var vault = Vault.open(db.database(), new byte[Vault.MASTER_KEY_BYTES]);
        clocks = new Clocks((InstantSource) () -> now);
        var random = new SecureRandom();
        var organizations = Organizations.wire(db.database(), clocks);
        var organization = db.database().inTx(tx -> organizations.create(tx, "Sitters", Switches.sandbox()));
        users = Users.wire(db.database(), clocks, TenantDirectory.wire(db.database()), random);
        user = users.create(organization.id(), "rani@example.com", "Rani", Role.OWNER)
                .user();
        sessions = Sessions.wire(db.database(), vault, clocks, organizations, users, random, true);
        challenges = new Challenges(db.database(), clocks, new Macs(vault.key("signin/challenge")), random);
    }

    @AfterAll
    static void close() {
        db.close();
    }

    private static String token() {
        return sessions.open(user, "127.0.0.1", "test", false);
    }

    private static void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void a_session_that_nobody_uses_ends_after_two_hours() {
        var token = token();
        pass(Duration.ofHours(2));
        assertThat(sessions.of(user)).hasSize(1);
        pass(Duration.ofMillis(1));
        assertThat(sessions.visitor(token)).isEmpty();
        assertThat(sessions.of(user)).isEmpty();
    }

    @Test
    void a_session_that_is_used_lasts_and_ends_after_twelve_hours_all_the_same() {
        var token = token();
        for (int i = 0; i < 8; i++) {
            pass(Duration.ofMinutes(90));
            assertThat(sessions.visitor(token)).as("after %s uses", i).isPresent();
        }
        pass(Duration.ofMillis(1));
        assertThat(sessions.visitor(token)).isEmpty();
    }

    @Test
    void a_page_that_looks_by_itself_keeps_no_session_alive() {
        var token = token();
        pass(Duration.ofMinutes(90));
        var visitor = sessions.onlooker(token).orElseThrow();
        assertThat(sessions.valid(List.of(visitor))).containsExactly(visitor.sessionId());
        pass(Duration.ofMinutes(30).plusMillis(1));
        assertThat(sessions.onlooker(token)).isEmpty();
        assertThat(sessions.valid(List.of(visitor))).isEmpty();
    }

    @Test
    void a_session_is_not_what_it_was_where_the_person_is_not() {
        var own = sessions.visitor(token()).orElseThrow();
        var other = sessions.visitor(token()).orElseThrow();
        assertThat(sessions.valid(List.of(own, other))).containsExactlyInAnyOrder(own.sessionId(), other.sessionId());
        var before = new User(
                user.organizationId(),
                user.id(),
                user.email(),
                user.name(),
                Role.MAKER,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                user.entitlement());
        var since = new Visitor(before, own.organization(), own.sessionId(), own.formToken(), true, false, own.since());
        assertThat(sessions.valid(List.of(since))).isEmpty();
        sessions.end(user, own.sessionId());
        assertThat(sessions.valid(List.of(own, other))).containsExactly(other.sessionId());
    }

    @Test
    void whoever_has_no_access_keeps_no_session_alive() {
        var eve = users.create(user.organizationId(), "eve@example.com", "Eve", Role.VIEWER)
                .user();
        var token = sessions.open(eve, "127.0.0.1", "test", false);
        pass(Duration.ofMinutes(90));
        users.disable(eve.organizationId(), eve.email());
        assertThat(sessions.visitor(token)).isEmpty();
        pass(Duration.ofMinutes(31));
        assertThat(sessions.of(eve)).isEmpty();
    }

    @Test
    void what_is_over_is_swept_away_and_nothing_else() {
        sessions.of(user).forEach(each -> sessions.end(user, each.id()));
        sessions.deleteExpired();
        var old = token();
        pass(Duration.ofHours(2));
        var fresh = token();
        pass(Duration.ofMillis(1));
        sessions.deleteExpired();
        assertThat(rows()).isEqualTo(1);
        assertThat(sessions.visitor(fresh)).isPresent();
        // The session stays expired even if this node's clock goes back.
        now = now.minus(Duration.ofHours(1));
        assertThat(sessions.visitor(old)).isEmpty();
        now = now.plus(Duration.ofHours(1));
    }

    @Test
    void the_sandboxs_clock_signs_nobody_out() {
        var token = token();
        clocks.advance(db.database(), Duration.ofDays(3));
        assertThat(sessions.visitor(token)).isPresent();
    }

    private static int rows() {
        return db.database()
                .read(handle -> handle.createQuery("SELECT count(*) FROM signin_session")
                        .mapTo(Integer.class)
                        .one());
    }

    @Test
    void a_challenge_is_good_at_a_node_whose_clock_is_seconds_behind() {
        var issued = challenges.issue(Challenges.Use.ADDITION, "a session");
        var early = challenges.issue(Challenges.Use.ADDITION, "a session");
        var then = now;
        now = then.minusSeconds(50);
        assertThat(challenges.consume(Challenges.Use.ADDITION, "a session", issued.cookie()))
                .contains(issued.challenge());
        now = then.minusSeconds(70);
        assertThat(challenges.consume(Challenges.Use.ADDITION, "a session", early.cookie()))
                .isEmpty();
        now = then;
        challenges.deleteExpired(
                now.plus(Challenges.LIFETIME).plus(Challenges.SKEW_MAX).plusMillis(1));
    }

    @Test
    void a_challenge_is_good_once_for_five_minutes_for_what_it_was_made_for() {
        var issued = challenges.issue(Challenges.Use.ADDITION, "a session");
        assertThat(challenges.consume(Challenges.Use.SIGN_IN, "", issued.cookie()))
                .get()
                .isNotEqualTo(issued.challenge());
        assertThat(challenges.consume(Challenges.Use.ADDITION, "another session", issued.cookie()))
                .get()
                .isNotEqualTo(issued.challenge());
        assertThat(challenges.consume(Challenges.Use.ADDITION, "a session", issued.cookie()))
                .contains(issued.challenge());
        assertThat(challenges.consume(Challenges.Use.ADDITION, "a session", issued.cookie()))
                .isEmpty();
        challenges.deleteExpired(now);
        assertThat(challenges.consume(Challenges.Use.ADDITION, "a session", issued.cookie()))
                .as("swept too early")
                .isEmpty();

        challenges.deleteExpired(now.plus(Challenges.LIFETIME).plus(Duration.ofMinutes(50)));
        assertThat(challenges.consume(Challenges.Use.ADDITION, "a session", issued.cookie()))
                .as("swept by a node whose clock is ahead")
                .isEmpty();
        challenges.deleteExpired(
                now.plus(Challenges.LIFETIME).plus(Challenges.SKEW_MAX).plusMillis(1));
        assertThat(db.database()
                        .<Long>read(handle -> handle.select("SELECT count(*) FROM signin_challenge")
                                .mapTo(Long.class)
                                .one()))
                .as("forgotten at last")
                .isZero();

        var late = challenges.issue(Challenges.Use.SIGN_IN, "");
        pass(Duration.ofMinutes(5));
        assertThat(challenges.consume(Challenges.Use.SIGN_IN, "", late.cookie()))
                .isEmpty();
        assertThat(challenges.consume(Challenges.Use.SIGN_IN, "", "")).isEmpty();
        assertThat(challenges.consume(Challenges.Use.SIGN_IN, "", "no challenge"))
                .isEmpty();
    }
}
