package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import dev.sluice.app.Merchant;
import dev.sluice.audit.AuditFilter;
import dev.sluice.audit.Entry;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of the decision forms: no accidental decisions, and no lost selection.
class DecidingTest extends DashboardTest {
    private static final String APPROVALS = "/dashboard/approvals";
    private static final String PAYEE = "1234567890";
    private static final Pattern ROW = Pattern.compile("data-row=\"");

    @BeforeEach
    void everyPayoutIsApproved() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                .isEqualTo(303);
    }

    private String status(String id) {
        var payout = merchant.payout(id);
        return payout.path("status").stringValue() + " "
                + payout.path("statusDetail").asString("");
    }

    @Test
    void enter_in_the_reason_decides_nothing() {
        var id = merchant.paid(PAYEE, "20000");
        var page = window(person(Role.CHECKER), 1280);
        page.onDialog(Dialog::accept);
        page.navigate("/dashboard/payouts/" + id);
        page.fill("#reason", "Wrong account:");
        page.press("#reason", "Enter");
        page.locator("#reason").pressSequentially("reject");
        assertThat(page.inputValue("#reason")).isEqualTo("Wrong account:\nreject");
        assertThat(status(id)).isEqualTo("pending needs_approval");
        page.click("main form button:has-text('Reject')");
        page.waitForSelector("text=Payout rejected");
        assertThat(page.textContent("#approval-part")).contains("Wrong account: reject");
        assertThat(status(id)).isEqualTo("cancelled ");
    }

    @Test
    void each_button_asks_what_it_does_and_nothing_is_done_without_a_yes() {
        var id = merchant.paid(PAYEE, "20000");
        var other = merchant.paid(PAYEE, "30000");
        var asked = new ArrayList<String>();
        var page = window(person(Role.CHECKER), 1280);
        page.onDialog(dialog -> {
            asked.add(dialog.message());
            dialog.dismiss();
        });
        page.navigate("/dashboard/payouts/" + id);
        page.fill("#reason", "Nobody knows them");
        page.click("main form button:has-text('Approve')");
        page.click("main form button:has-text('Reject')");
        page.navigate(APPROVALS);
        page.check("input[value='" + id + "']");
        page.check("input[value='" + other + "']");
        assertThat(page.textContent("[data-chosen]")).isEqualTo("Selected: 2. Total: 50,000\u00a0IDR.");
        page.press("input[value='" + id + "']", "Enter");
        page.fill("main form:has([data-chosen]) [name=reason]", "Nobody knows them");
        page.click("main form button:has-text('Reject')");
        assertThat(asked)
                .containsExactly(
                        "Approve this payout? It is sent immediately.",
                        "Reject this payout? The money returns to the balance.",
                        "Approve the selected payouts? They are sent immediately. Selected: 2. Total:"
                                + " 50,000\u00a0IDR.",
                        "Reject the selected payouts? The money returns to the balance. Selected: 2. Total:"
                                + " 50,000\u00a0IDR.");
        assertThat(status(id)).isEqualTo("pending needs_approval");
    }

    @Test
    void what_was_chosen_is_ticked_still_where_nothing_was_decided() {
        var chosen = merchant.paid(PAYEE, "20000");
        var other = merchant.paid(PAYEE, "30000");
        var checker = person(Role.CHECKER);
        var answer = checker.post(APPROVALS + "/reject", Map.of("payout", chosen));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("value=\"" + chosen + "\" checked", "value=\"" + other + "\"")
                .doesNotContain("value=\"" + other + "\" checked", "name=\"back\"");
        var without = checker.post(APPROVALS + "/approve", Map.of("reason", "<As agreed>"));
        assertThat(without.statusCode()).isEqualTo(400);
        assertThat(without.body()).contains(">&lt;As agreed").doesNotContain("\" checked aria-label");
    }

    /// Sends a decision on some payouts.
    private static int decide(Person checker, String what, String reason, List<String> payouts) {
        var body = "formToken=" + URLEncoder.encode(checker.formToken(), StandardCharsets.UTF_8) + "&reason=" + reason
                + "&payout=" + String.join("&payout=", payouts);
        return checker.postAsIs(
                        APPROVALS + what, "application/x-www-form-urlencoded", body.getBytes(StandardCharsets.UTF_8))
                .statusCode();
    }

    private List<Entry> told(String payout) {
        return audits().all(merchant.organizationId(), new AuditFilter(null, "approvals", List.of(payout), null, null))
                .toList();
    }

    @Test
    void each_of_several_payouts_is_found_in_the_audit_log_with_what_came_of_it() {
        var checker = person(Role.CHECKER);
        var first = merchant.paid(PAYEE, "20000");
        var others = List.of(merchant.paid(PAYEE, "30000"), merchant.paid(PAYEE, "40000"));
        assertThat(decide(checker, "/approve", "Agreed", List.of(first, first))).isEqualTo(303);
        assertThat(told(first)).singleElement().satisfies(alone -> {
            assertThat(alone.isDone()).isTrue();
            assertThat(alone.fields()).isEqualTo(Map.of("payout", first + ", " + first, "reason", "Agreed"));
        });
        var all = List.of(first, others.getFirst(), others.getLast());
        assertThat(decide(checker, "/reject", "Nobody", all)).isEqualTo(409);
        assertThat(others)
                .allSatisfy(other -> assertThat(told(other)).singleElement().satisfies(each -> {
                    assertThat(each.action().action()).isEqualTo("approvals/reject");
                    assertThat(each.action().actor().id())
                            .isEqualTo(checker.user().id());
                    assertThat(each.fields()).isEqualTo(Map.of("reason", "Nobody"));
                    assertThat(each.outcome()).isEqualTo(200);
                }));
        assertThat(told(first)).hasSize(2).first().satisfies(late -> {
            assertThat(late.action().action()).isEqualTo("approvals/reject");
            assertThat(late.outcome()).isEqualTo(409);
        });
        assertThat(deeds(merchant.organizationId(), 4).getLast().fields())
                .containsEntry("payout", String.join(", ", all));
    }

    @Test
    void a_payout_whose_own_page_the_form_was_on_is_asked_about_alone() {
        var items = IntStream.range(0, 51)
                .mapToObj(_ -> Merchant.item(PAYEE, "10000"))
                .toArray(String[]::new);
        merchant.pay(Merchant.idr(items)).expect(201);
        var id = merchant.paid(PAYEE, "20000");
        var checker = person(Role.CHECKER);
        var own = Map.of("payout", id, "back", id);
        var answer = checker.post(APPROVALS + "/reject", own);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("value=\"" + id + "\" checked", "name=\"back\" value=\"" + id + "\"");
        assertThat(ROW.matcher(answer.body()).results()).hasSize(1);
        assertThat(checker.post(APPROVALS + "/approve", own).headers().firstValue("Location"))
                .contains("/dashboard/payouts/" + id);
        // A decided payout is not pending, so the list of pending ones is shown.
        var late = checker.post(APPROVALS + "/approve", own);
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("1–50 of 51").doesNotContain("name=\"back\"");
    }
}
