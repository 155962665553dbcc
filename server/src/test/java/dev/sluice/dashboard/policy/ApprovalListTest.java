package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/// Tests of the filters and orders of the approval list: a decision leads back to the same list.
class ApprovalListTest extends DashboardTest {
    private static final String APPROVALS = "/dashboard/approvals";
    private static final String PAYEE = "1234567890";
    private static final String WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";
    private static final Pattern ROW = Pattern.compile("data-row=\"([^\"]+)\"");

    @BeforeEach
    void everyPayoutIsApproved() {
        for (var asset : List.of("IDR", "usdc-polygon")) {
            var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", asset, "amount", "0", "effect", "APPROVE");
            assertThat(person(Role.OWNER).post("/dashboard/policy/new", rule).statusCode())
                    .isEqualTo(303);
        }
    }

    private String tokens(String amount) {
        return merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"usdc-polygon\",\"receivers\":[{\"receiverWalletAddress\":\"" + WALLET
                                + "\",\"amount\":" + amount + "}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("disbursementId")
                .stringValue();
    }

    private static String byHand(Person maker, String amount) {
        var sent = ByHand.send(maker, ByHand.typed(PAYEE, amount));
        var location = sent.headers().firstValue("Location").orElseThrow();
        return location.substring(location.lastIndexOf('/') + 1);
    }

    private static List<String> rows(Person person, String query) {
        var answer = person.get(APPROVALS + query);
        assertThat(answer.statusCode()).isEqualTo(200);
        return ROW.matcher(answer.body()).results().map(row -> row.group(1)).toList();
    }

    @Test
    void what_waits_is_narrowed_by_what_is_paid_by_whom_it_was_made_and_by_its_amount() {
        var maker = person(Role.MAKER);
        var checker = person(Role.CHECKER);
        var small = merchant.paid(PAYEE, "20000");
        var tokens = tokens("5.25");
        var large = byHand(maker, "30000");
        assertThat(rows(checker, "")).containsExactly(small, tokens, large);
        assertThat(rows(checker, "?unit=IDR")).containsExactly(small, large);
        assertThat(rows(checker, "?unit=usdc-polygon")).containsExactly(tokens);
        assertThat(rows(checker, "?maker=" + maker.user().id())).containsExactly(large);
        assertThat(rows(checker, "?unit=IDR&min=30000")).containsExactly(large);
        assertThat(rows(checker, "?unit=IDR&min=30000.01")).isEmpty();
        assertThat(rows(checker, "?unit=IDR&min=30,000")).containsExactly(large);
        assertThat(rows(checker, "?unit=IDR&min=20.000&formLanguage=id")).containsExactly(small, large);
        assertThat(checker.get(APPROVALS + "?unit=IDR&maker=" + maker.user().id())
                        .body())
                .contains("Waiting for approval: 1<", "Rani maker</option>", ">test</option>", "1–1 of 1");
        assertThat(checker.get(APPROVALS + "?maker=" + checker.user().id()).body())
                .contains("Nothing to approve fits these filters", "Clear filters")
                .doesNotContain("name=\"payout\"");
    }

    @Test
    void a_name_that_the_bank_was_not_asked_about_does_not_read_as_one_that_matches() {
        merchant.paid(PAYEE, "20000");
        var checker = person(Role.CHECKER);
        assertThat(checker.get(APPROVALS).body())
                .contains("Siti Rahayu", "Name matches")
                .doesNotContain("Siti Rahayu (", "Name checked");
        merchant.paidItem("""
                {"recipient":{"name":"PT Trusted Supplier","bank":{"bankName":"Bank Central Asia",\
                "accountName":"Mallory","accountNumber":"1234567890","bankCode":"014"}},"amount":30000}\
                """);
        assertThat(checker.get(APPROVALS).body()).contains("PT Trusted Supplier (Mallory)", "Name checked: Mallory");
        assertThat(checker.get("/dashboard/notifications").body()).contains("PT Trusted Supplier (Mallory)");
    }

    @Test
    void the_order_is_that_which_is_chosen() {
        var checker = person(Role.CHECKER);
        var first = merchant.paid(PAYEE, "20000");
        var second = merchant.paid(PAYEE, "30000");
        var third = merchant.paid(PAYEE, "10000");
        var tokens = tokens("7");
        assertThat(rows(checker, "?sort=newest")).containsExactly(tokens, third, second, first);
        assertThat(rows(checker, "?sort=largest")).containsExactly(second, first, third, tokens);
        assertThat(rows(checker, "?unit=IDR&sort=largest")).containsExactly(second, first, third);
        assertThat(rows(checker, "?sort=whatever")).containsExactly(first, second, third, tokens);
    }

    @Test
    void an_amount_without_its_currency_narrows_nothing() {
        var checker = person(Role.CHECKER);
        merchant.paid(PAYEE, "20000");
        var ofNothing = checker.get(APPROVALS + "?min=100");
        assertThat(ofNothing.statusCode()).isEqualTo(400);
        assertThat(ofNothing.body()).contains("Choose the currency or token of the amount.");
        var none = checker.get(APPROVALS + "?unit=IDR&min=many");
        assertThat(none.statusCode()).isEqualTo(400);
        assertThat(none.body()).contains("Enter an amount, such as 1000.", "value=\"many\"");
    }

    @Test
    void deciding_leads_back_to_the_same_page_of_the_same_list() {
        var items = IntStream.range(0, 51)
                .mapToObj(_ -> Merchant.item(PAYEE, "10000"))
                .toArray(String[]::new);
        merchant.pay(Merchant.idr(items)).expect(201);
        tokens("5");
        var checker = person(Role.CHECKER);
        var filters = "?unit=IDR&min=10000&sort=newest";
        var page = checker.get(APPROVALS + filters).body().replace("&amp;", "&");
        assertThat(page)
                .contains("1–50 of 51", "unit=IDR&min=10000&formLanguage=en&sort=newest&page=2")
                .contains("<input type=\"hidden\" name=\"unit\" value=\"IDR\">")
                .contains("<input type=\"hidden\" name=\"sort\" value=\"newest\">");
        var second = rows(checker, filters + "&page=2");
        assertThat(second).hasSize(1);
        var sent = Map.of("payout", second.getFirst(), "unit", "IDR", "min", "10000", "sort", "newest", "page", "2");
        var silent = checker.post(APPROVALS + "/reject", sent);
        assertThat(silent.statusCode()).isEqualTo(400);
        assertThat(ROW.matcher(silent.body()).results().map(row -> row.group(1)))
                .containsExactly(second.getFirst());
        assertThat(silent.body()).contains("51–51 of 51", "value=\"10,000\"");
        assertThat(checker.post(APPROVALS + "/approve", sent).headers().firstValue("Location"))
                .contains(APPROVALS + "?unit=IDR&min=10000&formLanguage=en&sort=newest&page=2");
        // There is no second page any more.
        assertThat(rows(checker, filters + "&page=2")).hasSize(50);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void who_narrows_what_waits_decides_on_that_and_sees_the_rest_after(int width) {
        var small = merchant.paid(PAYEE, "20000");
        var large = merchant.paid(PAYEE, "30000");
        tokens("5");
        var page = window(person(Role.CHECKER), width);
        page.onDialog(Dialog::accept);
        page.navigate(APPROVALS);
        assertWellMade(page);
        page.selectOption("#unit", "IDR");
        page.fill("#min", "25,000");
        page.selectOption("#sort", "largest");
        page.click("form[role='search'] button");
        assertThat(page.locator("[data-row]").count()).isOne();
        assertThat(page.inputValue("#min")).isEqualTo("25,000");
        assertWellMade(page);
        page.check("input[value='" + large + "']");
        assertThat(page.textContent("[data-chosen]")).isEqualTo("Selected: 1. Total: 30,000\u00a0IDR.");
        page.click("main form[method='post'] button:has-text('Approve')");
        page.waitForSelector("text=Nothing to approve fits these filters");
        assertThat(page.inputValue("#min")).isEqualTo("25,000");
        assertWellMade(page);
        page.click("text=Clear filters");
        page.waitForSelector("input[value='" + small + "']");
        assertThat(page.locator("[data-row]").count()).isEqualTo(2);
    }
}
