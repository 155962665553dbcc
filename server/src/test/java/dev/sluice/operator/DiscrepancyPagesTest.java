package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import dev.sluice.rail.FailureCode;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Operator pages of conflicting rail reports.
class DiscrepancyPagesTest extends DashboardTest {
    private static final String HOME = "/dashboard/operator";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /// Returns a paid payout that its rail then reports as refused.
    private String contradicted() {
        return contradicted("Sent back by the clearing house");
    }

    private String contradicted(String message) {
        var id = merchant.paid("1234567890", "10000");
        merchant.await(id, "completed");
        var outcome = new Outcome.Rejected(FailureCode.BANK_REJECTED, message);
        var notice = new PayoutStatusReport(
                "sandbox",
                "late-" + id,
                new PayoutRef(merchant.organizationId(), UUID.fromString(id)),
                outcome,
                Instant.now());
        service.connections().run(tx -> new PayoutStatusReports(service.vault()).add(tx, List.of(notice)));
        var operator = person(Role.OPERATOR);
        Eventually.within(
                PATIENCE, "its page is there", () -> operator.get(path(id)).statusCode() != 404);
        return id;
    }

    private String path(String id) {
        return HOME + "/discrepancies/" + merchant.organizationId() + "/" + id;
    }

    @Test
    void it_is_shown_until_somebody_says_how_it_was_settled() {
        var operator = person(Role.OPERATOR);
        var id = contradicted();
        assertThat(operator.get(HOME).body()).contains(path(id), "Money was not sent");
        assertThat(operator.get(path(id)).body())
                .contains("Sent back by the clearing house", "Completed", "make sure that the rail pays it");
        assertThat(operator.post(path(id) + "/close", Map.of()).statusCode()).isEqualTo(400);
        assertThat(operator.get(HOME).body()).contains(path(id));
        var payout = path(id).replace("discrepancies", "payouts");
        assertThat(operator.get(payout).body()).contains("alert-danger", path(id));
        assertThat(operator.post(path(id) + "/close", Map.of("reason", "Paid by hand on Monday"))
                        .statusCode())
                .isEqualTo(303);
        assertThat(operator.get(HOME).body()).doesNotContain(path(id));
        assertThat(operator.get(payout).body()).contains(path(id)).doesNotContain("alert-danger");
        assertThat(operator.get(path(id)).body())
                .contains("Paid by hand on Monday", operator.user().name())
                .doesNotContain("/close");
        operator.post(path(id) + "/close", Map.of("reason", "Something else"));
        assertThat(operator.get(path(id)).body()).doesNotContain("Something else");
        assertThat(merchant.payout(id).path("status").stringValue()).isEqualTo("completed");
    }

    @Test
    void an_indonesian_page_says_in_indonesian_what_the_rail_said_and_how_each_step_stands() {
        var id = contradicted(FailureCode.BANK_REJECTED.message());
        var operator = person(Role.OPERATOR);
        var indonesian = Map.of("Accept-Language", "id");
        assertThat(operator.get(path(id), indonesian).body())
                .contains("Bank penerima menolak pembayaran")
                .doesNotContain(FailureCode.BANK_REJECTED.message());
        assertThat(operator.get(path(id).replace("discrepancies", "payouts"), indonesian)
                        .body())
                .containsPattern("<li>[^<]+<span class=\"status status-green[^\"]*\"><span [^>]+></span>Selesai<")
                .doesNotContain(">completed<");
    }

    @Test
    void what_its_rail_agrees_with_is_not_there() {
        var id = merchant.paid("1234567890", "10000");
        merchant.await(id, "completed");
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(path(id)).statusCode()).isEqualTo(404);
        assertThat(operator.post(path(id) + "/close", Map.of("reason", "Nothing"))
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void its_page_is_well_made(int width) {
        var id = contradicted();
        try (var page = window(person(Role.OPERATOR), width)) {
            page.navigate(HOME);
            assertWellMade(page);
            page.navigate(path(id));
            assertWellMade(page);
            page.fill("#reason", "Paid by hand on Monday");
            page.click("form[action$='/close'] button");
            page.waitForSelector("text=Report closed.");
            assertWellMade(page);
        }
    }
}
