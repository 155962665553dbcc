package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.operator.OperationPages.First;
import dev.sluice.webhook.delivery.Backlog.EndpointBacklog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Payouts without progress, and an immediate status query to their rail.
class StuckTest extends DashboardTest {
    private static final String REJECTED = "9999000001";
    private static final String UNKNOWN_FOR_AN_HOUR = "9999000023";
    private static final String CLEARING_WINDOW = "9999000032";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private String path(String id) {
        return "/dashboard/operator/payouts/" + merchant.organizationId() + "/" + id;
    }

    private static int attempts(String id) {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT attempts FROM disbursement_due WHERE disbursement_id = :id")
                        .bind("id", UUID.fromString(id))
                        .mapTo(Integer.class)
                        .one());
    }

    /// Postpones a payout's next status query by about a day.
    private static void postpone(String id) {
        change(
                id,
                "UPDATE disbursement_due SET due_at = now() + interval '1 day', leased_until = NULL"
                        + " WHERE disbursement_id = :id");
    }

    private static void lease(String id) {
        change(id, "UPDATE disbursement_due SET leased_until = now() + interval '1 day' WHERE disbursement_id = :id");
    }

    private static void change(String id, String sql) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate(sql)
                        .bind("id", UUID.fromString(id))
                        .execute());
    }

    @Test
    void a_rail_is_asked_at_once() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000");
        merchant.awaitDetail(id, "unknown");
        postpone(id);
        int before = attempts(id);
        assertThat(operator.get(path(id)).body())
                .contains("Outcome unknown", "sandbox", "Ask the rail now")
                .contains("Attempts at the rail", "Outcome unknown", "The bank does not know yet");
        assertThat(operator.get("/dashboard/operator").body()).contains(path(id));
        assertThat(operator.post(path(id) + "/query", Map.of()).statusCode()).isEqualTo(400);
        assertThat(operator.post(path(id) + "/query", Map.of("reason", "The payee complains"))
                        .statusCode())
                .isEqualTo(303);
        Eventually.within(PATIENCE, "the rail is asked", () -> attempts(id) != before);
        assertThat(merchant.payout(id).path("status").stringValue()).isEqualTo("pending");
    }

    @Test
    void what_a_node_has_is_left_to_it() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000");
        merchant.awaitDetail(id, "unknown");
        postpone(id);
        lease(id);
        int before = attempts(id);
        assertThat(operator.get(path(id)).body()).contains("A node is processing this payout now.");
        operator.post(path(id) + "/query", Map.of("reason", "The payee complains"));
        pause(2_000);
        assertThat(attempts(id)).isEqualTo(before);
    }

    @Test
    void what_was_never_handed_over_waits_for_its_time() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid(CLEARING_WINDOW, "10000");
        assertThat(operator.get(path(id)).body())
                .contains("The rail does not have this payout yet", "The rail has no record of this payout");
        operator.post(path(id) + "/query", Map.of("reason", "The payee complains"));
        pause(2_000);
        assertThat(attempts(id)).isZero();
    }

    @Test
    void what_is_done_is_shown_and_nobody_is_asked() {
        var operator = person(Role.OPERATOR);
        var id = merchant.paid("1234567890", "10000");
        merchant.await(id, "completed");
        var page = operator.get(path(id));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("Completed", "10,000\u00a0IDR", "/dashboard/operator/rails/sandbox", "SBX")
                .contains("/dashboard/operator/organizations/" + merchant.organizationId())
                .contains("href=\"/dashboard/operator/ledger/payment?id=" + id, ">Rail sandbox<")
                .contains("This payout is final.", "Recipient was paid")
                .doesNotContain("action=\"" + path(id) + "/query", "Siti Rahayu", "1234567890");
        var failed = merchant.paid(REJECTED, "10000");
        merchant.await(failed, "failed");
        assertThat(operator.get(path(failed)).body()).contains("(ACCOUNT_NOT_FOUND)");
        assertThat(operator.get(path(UUID.randomUUID().toString())).statusCode())
                .isEqualTo(404);
    }

    @Test
    void operations_say_which_node_they_are_of() {
        assertThat(person(Role.OPERATOR).get("/dashboard/operator").body())
                .containsPattern("process " + ProcessHandle.current().pid() + "</a>\\s*<div[^>]*>Serves this page\\.");
    }

    @Test
    void endpoints_are_listed_by_how_far_they_are_behind() {
        var told = lag(0, 0, null);
        var near = lag(3, 0, null);
        var sending = lag(0, 2, null);
        var far = lag(70, 0, null);
        var failing = lag(0, 0, Instant.EPOCH);
        assertThat(BehindPages.lagging(List.of(told, near, failing, sending, far)))
                .containsExactly(far, near, sending, failing);
    }

    private static EndpointBacklog lag(long behind, long pending, @Nullable Instant failingSince) {
        return new EndpointBacklog(UUID.randomUUID(), 1, behind, pending, null, failingSince);
    }

    @Test
    void a_table_says_how_many_there_are_where_it_does_not_show_all() {
        var all = IntStream.range(0, 11).boxed().toList();
        assertThat(First.of(all).rows()).hasSize(10).startsWith(0);
        assertThat(First.of(all).total()).isEqualTo(11);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void its_page_is_well_made(int width) {
        var id = merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000");
        merchant.awaitDetail(id, "unknown");
        postpone(id);
        try (var page = window(person(Role.OPERATOR), width)) {
            page.navigate(path(id));
            assertWellMade(page);
            page.fill("#reason-ask", "The payee complains");
            page.click("form[action$='/query'] button");
            page.waitForSelector("text=Asking the rail.");
            assertWellMade(page);
        }
    }
}
