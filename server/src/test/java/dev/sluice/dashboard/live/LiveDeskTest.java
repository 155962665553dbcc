package dev.sluice.dashboard.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of live pages for operators and developers in a real browser.
@Tag("slow")
class LiveDeskTest extends DashboardTest {
    private static final String OPERATOR = "/dashboard/operator";
    private static final String UNKNOWN_FOR_AN_HOUR = "9999000023";

    /// Opens a page, and marks it in order to detect a reload.
    private Page looking(Role role, String path) {
        var page = window(person(role), 1280);
        page.navigate(path);
        page.evaluate("document.documentElement.dataset.first = 'yes'");
        return page;
    }

    private static void assertNotLoadedAgain(Page page) {
        assertThat(page.getAttribute("html", "data-first")).isEqualTo("yes");
    }

    private static void execute(String sql, Object... values) {
        service.connections().run(tx -> tx.handle().execute(sql, values));
    }

    private String contradicted() {
        var id = merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000");
        execute(
                "INSERT INTO disbursement_discrepancy (organization_id, disbursement_id, reported, found_at)"
                        + " VALUES (?, ?, 'REJECTED', now())",
                merchant.organizationId(),
                UUID.fromString(id));
        return OPERATOR + "/discrepancies/" + merchant.organizationId() + "/" + id;
    }

    @Test
    void the_result_of_a_proof_appears_by_itself_and_what_is_typed_stays() {
        var page = looking(Role.OPERATOR, OPERATOR + "/ledger");
        page.fill("#payment", "01993f71");
        var latest = "() => document.querySelector('#proofs-part tbody tr:first-child time')?.dateTime ?? ''";
        var before = page.evaluate(latest);
        var colleague = person(Role.OPERATOR);
        assertThat(colleague
                        .post(OPERATOR + "/ledger/proof", Map.of("reason", "Month end"))
                        .statusCode())
                .isEqualTo(303);
        page.waitForFunction("before => (" + latest + ")() !== before", before);
        page.waitForSelector("#proofs-part tbody tr:first-child >> text=No faults");
        assertThat(page.inputValue("#payment")).isEqualTo("01993f71");
        assertNotLoadedAgain(page);
        assertWellMade(page);
    }

    @Test
    void a_payout_is_seen_to_end_while_a_reason_is_typed() {
        var id = merchant.paid(UNKNOWN_FOR_AN_HOUR, "10000");
        merchant.awaitDetail(id, "unknown");
        execute(
                "UPDATE disbursement_due SET due_at = now() + interval '1 day', leased_until = NULL"
                        + " WHERE disbursement_id = ?",
                UUID.fromString(id));
        var page = looking(Role.OPERATOR, OPERATOR + "/payouts/" + merchant.organizationId() + "/" + id);
        page.fill("#reason-ask", "The payee complains");
        merchant.force(id, "completed").expect(200);
        page.waitForSelector("#evidence-part >> text=Completed");
        assertThat(page.inputValue("#reason-ask")).isEqualTo("The payee complains");
        page.fill("#reason-ask", "");
        page.locator("#reason-ask").blur();
        page.waitForSelector("#ask-part >> text=This payout is final.");
        assertNotLoadedAgain(page);
        assertWellMade(page);
    }

    @Test
    void what_a_colleague_closed_is_seen() {
        var path = contradicted();
        var page = looking(Role.OPERATOR, path);
        var list = looking(Role.OPERATOR, OPERATOR + "/discrepancies?organization=" + merchant.organizationId());
        list.waitForSelector("a[href='" + path + "']");
        person(Role.OPERATOR).post(path + "/close", Map.of("reason", "Paid by hand on Monday"));
        page.waitForSelector("#close-part >> text=Paid by hand on Monday");
        list.waitForSelector(".empty-title");
        assertNotLoadedAgain(page);
    }

    @ParameterizedTest
    @CsvSource({"events, payout", "requests, request"})
    void developers_are_told_what_is_new(String list, String what) {
        merchant.paid("1234567890", "10000");
        var page = looking(Role.DEVELOPER, "/dashboard/developers/" + list);
        page.waitForSelector("[data-row]");
        int before = page.locator("[data-row]").count();
        merchant.paid("1234567890", "20000");
        var note = page.locator("[data-live-note] button");
        note.waitFor();
        assertThat(note.textContent()).as(what).contains("new – show");
        note.click();
        page.locator("[data-row]").nth(before).waitFor();
        assertNotLoadedAgain(page);
        assertWellMade(page);
    }

    @Test
    void how_an_endpoint_fares_is_seen() {
        var created = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://hooks.invalid/sluice\"}")
                .expect(201);
        var id = dev.sluice.app.Merchant.text(created.data(), "id");
        var list = looking(Role.DEVELOPER, "/dashboard/developers/webhooks");
        var page = looking(Role.DEVELOPER, "/dashboard/developers/webhooks/" + id);
        merchant.paid("1234567890", "10000");
        page.waitForSelector("#found [data-row]");
        list.waitForSelector("[data-row='" + id + "'] td:nth-child(5) time");
        assertNotLoadedAgain(list);
        assertNotLoadedAgain(page);
    }

    @Test
    void each_page_says_what_it_listens_to() {
        var path = contradicted();
        var operator = person(Role.OPERATOR);
        assertThat(operator.get(path).body()).contains("id=\"evidence-part\" data-live=\"desk\"");
        assertThat(operator.get(OPERATOR + "/rails/sandbox").body())
                .contains("id=\"health-part\" data-live=\"desk\"", "id=\"switch-part\" data-live=\"desk\"");
        var wrong = operator.post(path + "/close", Map.of());
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("id=\"close-part\" data-part").contains("id=\"evidence-part\" data-live");
    }
}
