package dev.sluice.dashboard.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.User;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// Tests of a session that ends while a request of it is processed.
class SignedOutMeanwhileTest extends SecondFactorCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String WAITING = """
            SELECT count(*) > 0 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE%'
            """;

    @Test
    void they_sign_in_and_nothing_of_it_is_done() throws Exception {
        var somebody = somebody(Role.OWNER);
        var person = signedIn(somebody);
        var password = "another good password";
        var held = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var owner = threads.submit(() -> endSessions(somebody.user(), held, released));
            held.await();
            var answer = threads.submit(() -> person.post(
                    "/dashboard/account/password",
                    Map.of("before", somebody.password(), "password", password, "passwordConfirmation", password)));
            try {
                Eventually.within(PATIENCE, "the change waits", SignedOutMeanwhileTest::isWaiting);
            } finally {
                released.countDown();
            }
            owner.get();
            assertThat(answer.get().statusCode()).isEqualTo(303);
            assertThat(answer.get().headers().firstValue("Location")).contains("/dashboard/sign-in");
            assertThat(answer.get().headers().allValues("Set-Cookie"))
                    .noneMatch(cookie -> cookie.startsWith("sluice_session="));
        }
        assertThat(users().isPassword(somebody.user(), somebody.password())).isTrue();
        assertThat(sessions().of(somebody.user())).isEmpty();
        var entry = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(entry.action().action()).isEqualTo("account/password");
        assertThat(entry.outcome()).isEqualTo(401);
    }

    /// Locks the user's row so that their request waits, then ends all their sessions.
    private static void endSessions(User user, CountDownLatch held, CountDownLatch released) {
        service.connections().run(tx -> {
            tx.handle()
                    .createQuery("SELECT id FROM merchant_user WHERE organization_id = :organization AND id = :id"
                            + " FOR NO KEY UPDATE")
                    .bind("organization", user.organizationId())
                    .bind("id", user.id())
                    .mapTo(java.util.UUID.class)
                    .one();
            held.countDown();
            await(released);
            tx.handle()
                    .createUpdate("DELETE FROM signin_session WHERE organization_id = :organization AND user_id = :id")
                    .bind("organization", user.organizationId())
                    .bind("id", user.id())
                    .execute();
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static boolean isWaiting() {
        return service.connections()
                .read(handle -> handle.createQuery(WAITING).mapTo(Boolean.class).one());
    }
}
