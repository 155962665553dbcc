package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Operator lists with more rows than a page.
@Tag("slow")
class OperatorListsTest extends DashboardTest {
    private static final String HOME = "/dashboard/operator";
    private static final String UNKNOWN_FOR_AN_HOUR = "9999000023";
    private static final String SOMEBODY = "'01993f71-0d3e-7f10-b6a2-93c4e5d7f801'";
    private static final int MANY = 27;
    private static final int PAGE = 25;

    private Person operator;

    @BeforeEach
    void signIn() {
        operator = person(Role.OPERATOR);
    }

    @AfterEach
    void tidy() {
        execute("DELETE FROM disbursement_discrepancy");
        execute("DELETE FROM webhook_cursor WHERE endpoint_id = " + SOMEBODY);
    }

    private static void execute(String sql) {
        service.connections().run(tx -> tx.handle().execute(sql));
    }

    private String body(String path) {
        var answer = operator.get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body().replace("&amp;", "&");
    }

    private String own(String list) {
        return HOME + "/" + list + "?organization=" + merchant.organizationId();
    }

    private static long rows(String body) {
        return Pattern.compile("<tr>\\s*<td").matcher(body).results().count();
    }

    private List<String> unknown(int count) {
        var ids = new ArrayList<String>();
        for (int number = 0; number < count; number++) {
            ids.add(merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000"));
        }
        ids.forEach(id -> merchant.awaitDetail(id, "unknown"));
        return ids;
    }

    private static void contradict(String where) {
        execute("INSERT INTO disbursement_discrepancy (organization_id, disbursement_id, reported, found_at)"
                + " SELECT organization_id, id, 'REJECTED', now() FROM disbursement WHERE " + where);
    }

    /// Adds organizations that only the webhook tables have.
    private static void fail() {
        execute("INSERT INTO webhook_cursor (organization_id, endpoint_id, position, active, failing_since)"
                + " SELECT md5(n::text)::uuid, " + SOMEBODY + ", 0, true, '2026-01-01'"
                + " FROM generate_series(1, " + MANY + ") AS n");
    }

    @Test
    void payouts_to_look_at_stand_on_pages_and_are_narrowed() {
        var ids = unknown(MANY);
        var first = body(own("payouts"));
        var second = body(own("payouts") + "&page=2");
        assertThat(rows(first)).isEqualTo(PAGE);
        assertThat(rows(second)).isEqualTo(MANY - PAGE);
        assertThat(first).contains("Total: " + MANY, "page=2", ids.getFirst());
        assertThat(second).contains(ids.getLast());
        assertThat(body(own("payouts") + "&reason=unknown&rail=sandbox")).contains(ids.getFirst());
        assertThat(body(own("payouts") + "&reason=lost")).contains("No results match these filters");
        assertThat(body(own("payouts") + "&reason=whatever&rail=none")).contains(ids.getFirst());
        assertThat(body(HOME)).contains("href=\"" + HOME + "/payouts\">Show all");
        assertThat(body(HOME + "/organizations/" + merchant.organizationId())).contains(own("payouts"));
    }

    @Test
    void what_rails_contradict_stands_on_pages_while_it_is_open_and_once_it_is_closed() {
        var ids = unknown(MANY);
        contradict("organization_id = '" + merchant.organizationId() + "'");
        var first = body(own("discrepancies"));
        assertThat(rows(first)).isEqualTo(PAGE);
        assertThat(first).contains("Total: " + MANY, ids.getFirst()).doesNotContain("Closed by");
        assertThat(rows(body(own("discrepancies") + "&page=2"))).isEqualTo(MANY - PAGE);
        assertThat(body(own("discrepancies") + "&reported=settled")).contains("No results match these filters");
        assertThat(rows(body(HOME + "/discrepancies?reported=rejected"))).isEqualTo(PAGE);
        assertThat(body(HOME)).contains("href=\"" + HOME + "/discrepancies\">Show all");
        execute("UPDATE disbursement_discrepancy SET closed_at = now(), closed_by = " + SOMEBODY
                + ", closed_by_name = 'Nina Hartono', reason = 'Paid by hand on Monday'");
        assertThat(body(HOME + "/discrepancies")).contains("No conflicting rail reports");
        assertThat(body(HOME)).contains("href=\"" + HOME + "/discrepancies\"").doesNotContain("discrepancies\">Show");
        var closed = body(own("discrepancies") + "&show=closed");
        assertThat(rows(closed)).isEqualTo(PAGE);
        assertThat(closed).contains("Closed by", "Nina Hartono", "Paid by hand on Monday", "Total: " + MANY);
        assertThat(closed).contains("show=closed&organization=" + merchant.organizationId() + "&page=2");
    }

    @Test
    void webhooks_behind_stand_on_pages_and_are_narrowed() {
        fail();
        var first = body(HOME + "/webhooks?reason=failing");
        assertThat(rows(first)).isEqualTo(PAGE);
        assertThat(first).contains("reason=failing&page=2");
        assertThat(rows(body(HOME + "/webhooks?reason=failing&page=2"))).isEqualTo(MANY - PAGE);
        assertThat(body(own("webhooks"))).contains("No results match these filters");
        assertThat(body(HOME)).contains("href=\"" + HOME + "/webhooks\">Show all");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void their_pages_are_well_made_and_keep_what_is_chosen(int width) {
        unknown(PAGE + 1);
        contradict("organization_id = '" + merchant.organizationId() + "'");
        fail();
        try (var page = window(operator, width)) {
            page.navigate(HOME + "/payouts");
            page.selectOption("#organization", merchant.organizationId().toString());
            page.selectOption("#reason", "unknown");
            page.click("form[role='search'] button");
            page.waitForSelector("text=Clear filters");
            assertWellMade(page);
            page.click("a[rel='next']");
            page.waitForSelector("a[rel='prev']");
            assertThat(page.url()).contains("reason=unknown", "organization=", "page=2");
            assertThat(page.locator("tbody tr").count()).isEqualTo(1);
            page.navigate(HOME + "/discrepancies");
            assertWellMade(page);
            execute("UPDATE disbursement_discrepancy SET closed_at = now(), closed_by = " + SOMEBODY
                    + ", closed_by_name = 'Nina Hartono', reason = 'Paid by hand on Monday'");
            page.click("nav a:has-text('Closed')");
            page.waitForSelector("text=Paid by hand on Monday");
            assertWellMade(page);
            page.navigate(HOME + "/webhooks");
            assertWellMade(page);
            page.navigate(HOME);
            assertWellMade(page);
        }
    }
}
