package dev.sluice.operator;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.Widths;
import dev.sluice.audit.Entry;
import dev.sluice.dashboard.AgreementForm;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Terms of one organization that override the default terms.
class TermsTest extends DashboardTest {
    private String path() {
        return AgreementForm.path(merchant.organizationId());
    }

    private void agree(Person operator, String kind, String asset, String method, Map<String, String> terms) {
        assertThat(post(operator, kind, asset, method, terms)).isEqualTo(303);
    }

    private int post(Person operator, String kind, String asset, String method, Map<String, String> terms) {
        return operator.post(path(), AgreementForm.form(kind, asset, method, terms))
                .statusCode();
    }

    private static BigDecimal number(JsonNode node, String field) {
        return node.path(field).decimalValue();
    }

    private JsonNode listed(String path, String field, String value) {
        for (var method : merchant.client().get(path).expect(200).data()) {
            if (text(method, field).equals(value)) {
                return method;
            }
        }
        throw new AssertionError(value + " is not listed");
    }

    @Test
    void a_payout_costs_what_was_agreed_upon_and_so_says_the_list() {
        var operator = person(Role.OPERATOR);
        agree(operator, "PAYOUT", "IDR", "", Map.of("flat", "111", "percentage", "0"));
        var own = Map.of("flat", "7", "percentage", "1", "max", "50000", "confirmed", "111 + 0 to 7 + 1");
        agree(operator, "PAYOUT", "IDR", "014", own);
        assertThat(number(merchant.payout(merchant.paid("1234567890", "10000")), "feeAmount"))
                .isEqualByComparingTo("107");
        var listed = listed("/v1/disbursement/fiat/payment-method?currency=IDR", "bankCode", "014");
        assertThat(number(listed, "feeFlat")).isEqualByComparingTo("7");
        assertThat(number(listed, "feePercentage")).isEqualByComparingTo("1");
        assertThat(listed.toString()).contains("50000");
        var refused = merchant.pay(Merchant.idr(Merchant.item("1234567890", "50001")));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().toString()).contains("50000");
        assertThat(number(listed("/v1/disbursement/fiat/payment-method?currency=IDR", "bankCode", "008"), "feeFlat"))
                .isEqualByComparingTo("111");
        enter();
        assertThat(number(merchant.payout(merchant.paid("1234567890", "60000")), "feeAmount"))
                .isNotIn(new BigDecimal("607"), new BigDecimal("111"));
    }

    @Test
    void deposits_and_payouts_of_tokens_cost_what_was_agreed_upon() {
        var operator = person(Role.OPERATOR);
        agree(operator, "PAYOUT", "usdc-polygon", "", Map.of("flat", "0.25", "percentage", "0"));
        agree(operator, "DEPOSIT", "usdc-polygon", "", Map.of("flat", "0", "percentage", "10", "max", "50"));
        var estimate = merchant.client()
                .get("/v1/disbursement/crypto/estimate?token=usdc-polygon&amount=10")
                .expect(200)
                .data();
        assertThat(number(estimate, "fee")).isEqualByComparingTo("0.25");
        var deposit = merchant.client()
                .post("/v1/deposit/crypto", "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":20}")
                .expect(201)
                .data();
        assertThat(number(deposit.path("fee"), "amount")).isEqualByComparingTo("2");
        assertThat(merchant.client()
                        .post("/v1/deposit/crypto", "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":51}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_deposit_keeps_the_terms_it_was_made_on() {
        var operator = person(Role.OPERATOR);
        agree(operator, "DEPOSIT", "IDR", "QRIS", Map.of("flat", "500", "percentage", "0"));
        var id = merchant.createDeposit("QRIS", "100000");
        assertThat(number(listed("/v1/deposit/payment-method?currency=IDR", "bankCode", "QRIS"), "feeFlat"))
                .isEqualByComparingTo("500");
        operator.post(
                path() + "/end", Map.of("kind", "DEPOSIT", "asset", "IDR", "method", "QRIS", "reason", "It is over"));
        merchant.payIn(id, null);
        var paid = merchant.awaitDeposit(id, each -> text(each, "status").equals("completed"));
        assertThat(number(paid.path("fee"), "amount")).isEqualByComparingTo("500");
        var next = merchant.deposit(merchant.createDeposit("QRIS", "100000"));
        assertThat(number(next.path("fee"), "amount")).isNotEqualByComparingTo("500");
    }

    @Test
    void the_audit_log_tells_what_was_and_what_is() {
        var operator = person(Role.OPERATOR);
        agree(operator, "PAYOUT", "IDR", "014", Map.of("flat", "7", "percentage", "1"));
        agree(operator, "PAYOUT", "IDR", "014", Map.of("flat", "8", "percentage", "0", "confirmed", "7 + 1 to 8 + 0"));
        var entries = deeds(operator.user().organizationId(), 2);
        assertThat(entries.stream().map(Entry::fields).toList())
                .allSatisfy(fields -> assertThat(fields).containsEntry("reason", AgreementForm.WHY))
                .first()
                .satisfies(fields -> assertThat(fields)
                        .containsEntry("before.fee", "7 + 1%")
                        .containsEntry("before.max", "standard")
                        .containsEntry("flat", "8"));
        assertThat(entries.getLast().fields()).containsEntry("before.fee", "standard");
    }

    @ParameterizedTest
    @CsvSource({
        "PAYOUT, IDR, 9999, 1, 1, ''",
        "PAYOUT, XXX, '', 1, 1, ''",
        "NEITHER, IDR, '', 1, 1, ''",
        "PAYOUT, IDR, 014, 0.001, 1, ''",
        "PAYOUT, IDR, 014, -1, 1, ''",
        "PAYOUT, IDR, 014, 1, 100, ''",
        "PAYOUT, IDR, 014, 1, '', ''",
        "PAYOUT, IDR, 014, '', 1, 50000",
        "PAYOUT, IDR, 014, '', '', ''",
        "PAYOUT, IDR, 014, '', '', 0",
        "PAYOUT, IDR, 014, '', '', many",
        "DEPOSIT, IDR, 014, 1, 1, ''"
    })
    void what_is_wrong_changes_nothing(
            String kind, String asset, String method, String flat, String percentage, String max) {
        var operator = person(Role.OPERATOR);
        assertThat(post(operator, kind, asset, method, Map.of("flat", flat, "percentage", percentage, "max", max)))
                .isEqualTo(400);
        assertThat(operator.get(path()).body()).contains("It uses the default fees and limits.");
    }

    @Test
    void all_that_is_wrong_is_said_at_once() {
        var form =
                AgreementForm.form("PAYOUT", "IDR", "014", Map.of("flat", "0.001", "percentage", "100", "max", "many"));
        var refused = person(Role.OPERATOR).post(path(), form);
        assertThat(refused.statusCode()).isEqualTo(400);
        for (var field : List.of("flat", "percentage", "max")) {
            assertThat(refused.body()).containsPattern("id=\"" + field + "\"[^>]*aria-invalid=\"true\"");
        }
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void terms_are_set_and_ended_in_a_browser(int width) {
        try (var page = window(person(Role.OPERATOR), width)) {
            page.onDialog(Dialog::accept);
            page.navigate(path());
            assertWellMade(page);
            page.selectOption("#kind", "PAYOUT");
            page.selectOption("#asset", "IDR");
            page.fill("#flat", "1500");
            page.fill("#reason-terms", AgreementForm.WHY);
            page.click("form[action$='/terms'] button");
            page.waitForSelector("#percentage-wrong");
            assertThat(page.inputValue("#flat")).isEqualTo("1500");
            complaints.clear(); // the browser tells of the status 400 of a form with a mistake
            assertWellMade(page);
            page.fill("#percentage", "0.5");
            page.fill("#reason-terms", AgreementForm.WHY);
            page.click("form[action$='/terms'] button");
            page.waitForSelector("table >> text=1,500");
            assertWellMade(page);
            page.fill("#reason-PAYOUT-IDR-", "It is over");
            page.click("form[action$='/end'] button");
            page.waitForSelector("text=It uses the default fees and limits.");
        }
    }

    @Test
    void another_node_follows() {
        try (var node = service.sibling()) {
            agree(person(Role.OPERATOR), "PAYOUT", "IDR", "014", Map.of("flat", "3", "percentage", "0"));
            Eventually.await(
                    Duration.ofSeconds(30),
                    "the fee at the other node",
                    () -> feeAt(node),
                    fee -> fee.equals(Optional.of(new BigDecimal(3))));
        }
    }

    private Optional<BigDecimal> feeAt(dev.sluice.app.TestService node) {
        for (var method : List.copyOf(merchant.elsewhere(node)
                .get("/v1/disbursement/fiat/payment-method?currency=IDR")
                .expect(200)
                .data()
                .valueStream()
                .toList())) {
            if (text(method, "bankCode").equals("014")) {
                return Optional.of(number(method, "feeFlat"));
            }
        }
        return Optional.empty();
    }
}
