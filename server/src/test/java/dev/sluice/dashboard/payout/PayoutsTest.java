package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Widths;
import dev.sluice.dashboard.ByHand;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.pdfbox.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of payouts in the dashboard: the list with its filters, the page of a payout, and a new one.
class PayoutsTest extends DashboardTest {
    private static final Pattern EDIT = Pattern.compile("href=\"(/dashboard/payouts/new\\?draft=[^\"]+)\"");

    @Test
    void a_list_is_narrowed_by_what_stands_in_its_address() {
        merchant.paidItem(item("1234567890", "10000", "\"reference\":\"INV-1\""));
        merchant.paidItem(item("1234567890", "20000", "\"reference\":\"INV-2\""));
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get("/dashboard/payouts").body()).contains("INV-1", "INV-2");
        assertThat(viewer.get("/dashboard/payouts?reference=INV-1&status=&from=2020-01-01")
                        .body())
                .contains("INV-1")
                .doesNotContain("INV-2");
        assertThat(viewer.get("/dashboard/payouts?to=2020-01-01").body()).contains("No results for these filters");
        assertThat(viewer.get("/dashboard/payouts?kind=crypto").body()).contains("No payouts yet");
    }

    @Test
    void what_cannot_be_searched_for_is_said_at_its_field() {
        var viewer = person(Role.VIEWER);
        var answer = viewer.get("/dashboard/payouts?from=yesterday");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"from-wrong\"");
        assertThat(viewer.get("/dashboard/payouts?status=lost").statusCode()).isEqualTo(400);
        for (var kind : List.of("", "&kind=crypto")) {
            var waiting = viewer.get("/dashboard/payouts?status=needs_approval" + kind);
            assertThat(waiting.statusCode()).isEqualTo(200);
            assertThat(waiting.body())
                    .contains("<option value=\"needs_approval\" selected>Pending: waiting for approval</option>")
                    .doesNotContain("data-row=");
        }
    }

    /// `1e999999999` is a short text, but its plain notation would exhaust the memory of the node.
    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "-5", "1e2", "ten", "123456789012345678901"})
    void an_amount_that_is_none_is_said_at_its_field(String typed) {
        var viewer = person(Role.VIEWER);
        var answer = viewer.get("/dashboard/payouts?kind=crypto&amount=" + typed);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"amount-wrong\"");
        assertThat(viewer.get("/dashboard/payouts/export?kind=crypto&amount=" + typed)
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void the_amount_of_a_filter_is_read_as_the_page_shows_it() {
        var viewer = person(Role.VIEWER);
        var indonesian = Map.of("Accept-Language", "id");
        assertThat(viewer.get("/dashboard/payouts?kind=crypto&amount=1.500", indonesian)
                        .body())
                .contains("name=\"amount\" type=\"text\" value=\"1500\"");
        // A stored link, or one from a user with another language.
        assertThat(viewer.get("/dashboard/payouts?kind=crypto&amount=1.500&formLanguage=id")
                        .body())
                .contains("name=\"amount\" type=\"text\" value=\"1500\"", "amount=1500");
    }

    @Test
    void an_export_has_all_that_is_listed_and_no_formulas() {
        merchant.paidItem(item("1234567890", "10000", "\"reference\":\"=1+1\""));
        merchant.paidItem(item("1234567890", "20000"));
        var file = person(Role.VIEWER).get("/dashboard/payouts/export?unit=IDR");
        assertThat(file.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
        assertThat(file.body().lines()).hasSize(3);
        assertThat(file.body()).contains("'=1+1").doesNotContain(",=1+1");
    }

    @Test
    void a_payout_of_another_organization_is_not_there() {
        var id = merchant.paid("1234567890", "10000");
        enter();
        assertThat(person(Role.OWNER).get("/dashboard/payouts/" + id).statusCode())
                .isEqualTo(404);
        assertThat(person(Role.OWNER).get("/dashboard/payouts/no-id").statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_payout_shows_its_steps_and_books_and_its_proof() {
        var id = merchant.paid("1234567890", "10000");
        merchant.await(id, "completed");
        var page = person(Role.OWNER).get("/dashboard/payouts/" + id).body();
        assertThat(page)
                .contains(
                        "Download transfer proof",
                        "Available balance",
                        "Paid out",
                        "disbursement.completed",
                        "Siti Rahayu");
        assertThat(person(Role.VIEWER).get("/dashboard/payouts/" + id).body())
                .doesNotContain("disbursement.completed", "Set status");
        var proof = person(Role.CHECKER).get("/dashboard/payouts/" + id + "/proof");
        assertThat(proof.body()).startsWith("%PDF");
    }

    @Test
    void a_proof_is_in_the_language_of_the_page() throws IOException {
        var id = merchant.paid("1234567890", "10000");
        merchant.await(id, "completed");
        var path = "/dashboard/payouts/" + id + "/proof";
        var person = person(Role.MAKER);
        for (var language : List.of("en", "id")) {
            var bytes = person.bytes(path, Map.of("Accept-Language", language)).body();
            try (var document = Loader.loadPDF(bytes)) {
                assertThat(document.getDocumentCatalog().getLanguage()).isEqualTo(language);
            }
        }
    }

    @Test
    void a_failure_is_told_in_words() {
        var id = merchant.paid("9999000001", "10000");
        merchant.await(id, "failed");
        var code = merchant.payout(id).path("failureCode").stringValue();
        assertThat(person(Role.VIEWER).get("/dashboard/payouts/" + id).body()).contains("Failure reason", code);
    }

    @Test
    void who_may_only_look_neither_makes_nor_changes_payouts() {
        var id = merchant.paid("1234567890", "10000");
        var viewer = person(Role.VIEWER);
        assertThat(viewer.get("/dashboard/payouts/new").statusCode()).isEqualTo(403);
        assertThat(viewer.get("/dashboard/payouts/bulk/template").statusCode()).isEqualTo(403);
        assertThat(viewer.post("/dashboard/payouts/" + id + "/force", Map.of("status", "failed"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(viewer.post(ByHand.SEND, Map.of()).statusCode()).isEqualTo(403);
    }

    @Test
    void a_status_is_forced_in_a_sandbox() {
        var id = merchant.paid("1234567890", "10000");
        var maker = person(Role.MAKER);
        assertThat(maker.post("/dashboard/payouts/" + id + "/force", Map.of("status", "failed", "formKey", "f-" + id))
                        .statusCode())
                .isEqualTo(303);
        merchant.await(id, "failed");
    }

    @Test
    void a_new_payout_is_reviewed_and_sent_once_however_often() {
        var maker = person(Role.MAKER);
        var review = maker.get(reviewOf(maker, typed("15000")));
        assertThat(review.statusCode()).isEqualTo(200);
        assertThat(review.body()).contains("Nothing is sent yet", "15,000");
        assertThat(merchant.payouts()).isZero();
        var sent = ByHand.reviewed(review.body());
        var first = maker.post(ByHand.SEND, sent);
        var second = maker.post(ByHand.SEND, sent);
        assertThat(first.statusCode()).isEqualTo(303);
        assertThat(second.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(merchant.payouts()).isEqualTo(1);
        assertThat(deeds(merchant.organizationId(), 10))
                .extracting(entry -> entry.action().action())
                .containsOnly("payouts/send");
    }

    @Test
    void a_review_is_a_page_of_its_own_that_only_its_session_can_read() {
        var maker = person(Role.MAKER);
        var there = reviewOf(maker, typed("15000"));
        assertThat(there)
                .startsWith("/dashboard/payouts/review?draft=")
                .doesNotContain("1234567890", "Rahayu", "15000");
        assertThat(maker.get(there).body()).contains("Nothing is sent yet", "Siti Rahayu");
        assertThat(maker.get(there).body()).contains("Nothing is sent yet");
        var tampered = there.substring(0, there.length() - 2) + "AA";
        for (var no : List.of(tampered, "/dashboard/payouts/review", "/dashboard/payouts/review?draft=%C3%A9")) {
            assertThat(maker.get(no).headers().firstValue("Location")).hasValue("/dashboard/payouts");
        }
        assertThat(person(Role.MAKER).get(there).headers().firstValue("Location"))
                .hasValue("/dashboard/payouts");
    }

    @Test
    void what_is_changed_after_the_review_begins_with_what_was_typed() {
        var maker = person(Role.MAKER);
        var review = maker.get(reviewOf(maker, typed("15000"))).body();
        var matcher = EDIT.matcher(review);
        assertThat(matcher.find()).isTrue();
        assertThat(maker.get(matcher.group(1)).body())
                .contains("value=\"Siti Rahayu\"", "value=\"1234567890\"", "value=\"15000\"")
                .contains("<option value=\"014\" selected>");
    }

    @Test
    void a_review_that_can_no_longer_be_sent_says_why() {
        var maker = person(Role.MAKER);
        var typed = typed("15000");
        typed.put("reference", "INV-9");
        var there = reviewOf(maker, typed);
        merchant.paidItem(item("1234567890", "10000", "\"reference\":\"INV-9\""));
        var late = maker.get(there);
        assertThat(late.statusCode()).isEqualTo(400);
        assertThat(late.body()).contains("id=\"reference-wrong\"");
    }

    @Test
    void a_stored_payee_is_listed_with_the_bank_that_is_paid() {
        var stored = merchant.stored(
                "IDR", "ID", "\"bankName\":\"my old bank\",\"accountNumber\":\"1234567890\",\"paymentCode\":\"014\"");
        var form = person(Role.MAKER).get("/dashboard/payouts/new?unit=IDR").body();
        assertThat(form)
                .contains(stored)
                .contains("· Bank Central Asia · ****7890<")
                .doesNotContain("my old bank");
    }

    @Test
    void what_is_wrong_with_a_new_payout_is_said_at_its_fields() {
        var maker = person(Role.MAKER);
        assertThat(maker.post("/dashboard/payouts/new", typed("10000.234")).body())
                .contains("id=\"amount-wrong\"");
        assertThat(maker.post("/dashboard/payouts/new", typed("many")).body())
                .contains("must be a positive number such as")
                .doesNotContain("; is required");
        assertThat(maker.post("/dashboard/payouts/new", typed("10000.5")).body())
                .contains("must be a whole number in IDR by this payment method");
        assertThat(maker.post("/dashboard/payouts/new", typed("10000.000")).body())
                .contains("An amount in IDR can have at most 2 decimals");
        var broke = maker.post("/dashboard/payouts/new", typed("1000000"));
        assertThat(broke.statusCode()).isEqualTo(400);
        assertThat(broke.body()).contains("needs 1,002,000\u00a0IDR with the fee; 1,000,000\u00a0IDR is available");
        var nobody = typed("10000");
        nobody.put("recipient.bank.accountNumber", "");
        assertThat(maker.post("/dashboard/payouts/new", nobody).body())
                .contains("id=\"recipient.bank.accountNumber-wrong\"");
    }

    @Test
    void a_wallet_is_paid_too() {
        var maker = person(Role.MAKER);
        var typed = new LinkedHashMap<>(Map.of(
                "kind", "crypto",
                "unit", "usdc-polygon",
                "receiverWalletAddress", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                "amount", "25"));
        var review = maker.get(reviewOf(maker, typed));
        assertThat(review.body()).contains("The platform pays the network fee");
        var there = maker.post(ByHand.SEND, ByHand.reviewed(review.body()))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        assertThat(maker.get(there).body())
                .contains("25.00\u00a0USDC on Polygon", ">usdc-polygon<", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
        assertThat(maker.get("/dashboard/payouts?kind=crypto&amount=25").body())
                .contains(
                        there, "25.00\u00a0USDC on Polygon", "<option value=\"usdc-polygon\">USDC on Polygon</option>");
        typed.put("receiverWalletAddress", "0x123");
        assertThat(maker.post("/dashboard/payouts/new", typed).body()).contains("id=\"receiverWalletAddress-wrong\"");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_pays_and_sees_it_complete(int width) {
        merchant.pay(idr(item("1234567890", "10000"))).expect(201);
        merchant.storedInIndonesia();
        try (var page = window(person(Role.OWNER), width)) {
            page.navigate("/dashboard/payouts");
            assertWellMade(page);
            page.click("a[href='/dashboard/payouts/new']");
            assertWellMade(page);
            page.selectOption("#unit", "IDR");
            page.click("main button[type=submit]");
            page.check("#to-new");
            page.selectOption("#bankCode", "014");
            page.fill("[name='recipient.bank.accountName']", "Siti Rahayu");
            page.fill("[name='recipient.bank.accountNumber']", "1234567890");
            page.fill("#amount", "125000");
            assertWellMade(page);
            page.click("main button[type=submit]");
            page.waitForSelector("form[action='/dashboard/payouts/send']");
            assertWellMade(page);
            page.reload();
            page.click("a:has-text('Edit payout')");
            assertThat(page.inputValue("#amount")).isEqualTo("125000");
            page.click("main button[type=submit]");
            page.waitForSelector("form[action='/dashboard/payouts/send']");
            page.goBack();
            page.waitForSelector("#amount");
            assertThat(page.inputValue("#amount")).isEqualTo("125000");
            assertThat(page.inputValue("[name='recipient.bank.accountName']")).isEqualTo("Siti Rahayu");
            page.goForward();
            page.click("form[action='/dashboard/payouts/send'] button");
            page.waitForSelector("h1:has-text('Payout to')");
            var there = page.url();
            page.goBack();
            page.waitForSelector("main [role=status]:has-text('You have already sent this payout')");
            assertWellMade(page);
            assertThat(page.locator("form[action='/dashboard/payouts/send']").count())
                    .isZero();
            var review = page.url();
            page.click("main a:has-text('New payout')");
            page.navigate("/dashboard/payouts/new?unit=IDR&to=new");
            page.selectOption("#bankCode", "014");
            page.fill("[name='recipient.bank.accountName']", "Siti Rahayu");
            page.fill("[name='recipient.bank.accountNumber']", "1234567890");
            page.fill("#amount", "20000");
            page.click("main button[type=submit]");
            page.click("form[action='/dashboard/payouts/send'] button");
            page.waitForSelector("h1:has-text('Payout to')");
            page.navigate(review);
            page.click("main .btn-primary");
            page.waitForURL(there);
            assertThat(page.url()).isEqualTo(there);
            assertThat(merchant.payouts()).isEqualTo(3);
            page.waitForSelector("#live .status-green >> text=Completed");
            page.waitForSelector("#live a[href$='/proof']");
            assertWellMade(page);
        }
    }

    private static String reviewOf(Person maker, Map<String, String> typed) {
        var checked = maker.post("/dashboard/payouts/new", typed);
        assertThat(checked.statusCode()).isEqualTo(303);
        return checked.headers().firstValue("Location").orElseThrow();
    }

    private static LinkedHashMap<String, String> typed(String amount) {
        return new LinkedHashMap<>(Map.of(
                "unit", "IDR",
                "to", "new",
                "recipient.bank.bankCode", "014",
                "recipient.bank.accountName", "Siti Rahayu",
                "recipient.bank.accountNumber", "1234567890",
                "amount", amount));
    }
}
