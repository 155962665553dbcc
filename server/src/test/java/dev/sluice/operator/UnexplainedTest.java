package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// An account with too many transfers to be explained, or listed, on one page.
class UnexplainedTest extends DashboardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    /// PostgreSQL cancels a statement at its timeout in the same way as on a user's request.
    private static final String END = """
            SELECT pg_cancel_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE :part
            """;

    @Test
    void an_explanation_that_takes_too_long_is_ended_and_the_page_says_so() throws Exception {
        var account = account() + "&explain=1";
        assertThat(endingWhat("%AS went%", account))
                .contains("The account has too many movements", ">Hold<", "Available balance in IDR")
                .doesNotContain("equals the balance", "differs from the balance");
        assertThat(operator().get(account).body())
                .contains("equals the balance")
                .doesNotContain("The account has too many movements");
    }

    @Test
    void so_are_entries_whose_search_takes_too_long() throws Exception {
        var account = account();
        assertThat(endingWhat("%AS after%", account))
                .contains("Choose fewer days", "Available balance in IDR")
                .doesNotContain(">Hold<", "No movements in this period");
        assertThat(operator().get(account).body()).contains(">Hold<").doesNotContain("Choose fewer days");
    }

    private Person operator() {
        return person(Role.OPERATOR);
    }

    private String account() {
        merchant.await(merchant.paid("1234567890", "10000"), "completed");
        return "/dashboard/operator/ledger/account?asset=IDR&role=available&organization=" + merchant.organizationId();
    }

    /// Returns the page if PostgreSQL cancels one of its statements.
    ///
    /// @param part of the statement
    private String endingWhat(String part, String path) throws Exception {
        var operator = operator();
        var held = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var holder = threads.submit(() -> hold(held, released));
            held.await();
            var page = threads.submit(() -> operator.get(path));
            try {
                Eventually.within(PATIENCE, "the statement is ended", () -> isEnded(part));
            } finally {
                released.countDown();
            }
            holder.get();
            assertThat(page.get().statusCode()).isEqualTo(200);
            return page.get().body();
        }
    }

    private static boolean isEnded(String part) {
        return service.connections()
                .read(handle -> handle.createQuery(END)
                        .bind("part", part)
                        .mapTo(Boolean.class)
                        .findFirst()
                        .orElse(false));
    }

    /// Blocks reads of transfers until the test releases them.
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
