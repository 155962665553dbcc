package dev.sluice.dashboard.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Eventually;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// An account through which too much has moved to be explained in a page.
class UnexplainedTest extends DashboardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /// PostgreSQL ends a statement that is over its time as it ends one that somebody cancels.
    private static final String END = """
            SELECT pg_cancel_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%AS went%'
            """;

    @Test
    void an_explanation_that_takes_too_long_is_ended_and_the_page_says_so() throws Exception {
        merchant.await(merchant.paid("1234567890", "10000"), "completed");
        var operator = person(Role.OPERATOR);
        var account = "/dashboard/operator/books/account?asset=IDR&role=available&explain=1&organization="
                + merchant.organizationId();
        var held = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var holder = threads.submit(() -> hold(held, released));
            held.await();
            var page = threads.submit(() -> operator.get(account));
            try {
                Eventually.within(PATIENCE, "the explanation is ended", UnexplainedTest::isEnded);
            } finally {
                released.countDown();
            }
            holder.get();
            assertThat(page.get().statusCode()).isEqualTo(200);
            assertThat(page.get().body())
                    .contains("More has moved through this account", ">Hold<", "Available balance in IDR")
                    .doesNotContain("is the balance", "is not the balance");
        }
        assertThat(operator.get(account).body())
                .contains("is the balance")
                .doesNotContain("More has moved through this account");
    }

    private static boolean isEnded() {
        return service.connections()
                .read(handle ->
                        handle.createQuery(END).mapTo(Boolean.class).findFirst().orElse(false));
    }

    /// Keeps everybody from reading transfers until told otherwise.
    private static void hold(CountDownLatch held, CountDownLatch released) {
        service.connections().run(tx -> {
            tx.handle().execute("LOCK TABLE ledger_transfer IN ACCESS EXCLUSIVE MODE");
            held.countDown();
            try {
                released.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
