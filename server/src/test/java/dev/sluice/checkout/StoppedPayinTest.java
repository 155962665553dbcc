package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Golden;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Deposits and payment pages while an operator has stopped the rail of their methods.
class StoppedPayinTest extends DashboardTest {
    private static final String RAILS = "/dashboard/operator/rails/";
    private static final String CHECKOUT = "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}";
    private static final String FIAT = "{\"inputCurrency\":\"IDR\",\"outputCurrency\":\"IDR\",\"inputAmount\":100000,"
            + "\"balanceType\":\"fiat\",\"paymentMethod\":\"%s\"}";
    private static final String CRYPTO = "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":10}";

    private Person operator;

    @BeforeEach
    void come() {
        operator = person(Role.OPERATOR);
    }

    @AfterEach
    void startAgain() {
        put("sandbox", "start");
        put("sandbox-chain", "start");
    }

    private void put(String rail, String what) {
        operator.post(RAILS + rail + "/" + what, Map.of("reason", "Maintenance"));
    }

    private static String key() {
        return UUID.randomUUID().toString();
    }

    private static void assertUnavailable(Reply reply) {
        assertThat(reply.code()).isEqualTo("RAIL_UNAVAILABLE");
        assertThat(reply.header("Retry-After")).isEqualTo("60");
    }

    @Test
    void a_deposit_by_a_method_whose_rail_is_stopped_is_told_so_and_made_with_the_same_key_later() {
        put("sandbox", "stop");
        var key = key();
        var body = FIAT.formatted("QRIS");
        var refused = merchant.client().post("/v1/deposit/fiat", body, key).expect(503);
        assertUnavailable(refused);
        assertThat(refused.text()).contains("\"field\":\"paymentMethod\"");
        assertUnavailable(merchant.client()
                .post("/v1/deposit/fiat/bulk", "{\"depositData\":[" + body + "]}")
                .expect(503));
        assertThat(merchant.client()
                        .post("/v1/deposit/fiat", FIAT.formatted("NOWHERE"))
                        .expect(400)
                        .code())
                .isEqualTo("PAYMENT_METHOD_NOT_FOUND");
        put("sandbox", "start");
        var created = merchant.client().post("/v1/deposit/fiat", body, key).expect(201);
        put("sandbox", "stop");
        assertThat(merchant.client()
                        .post("/v1/deposit/fiat", body, key)
                        .expect(201)
                        .text())
                .isEqualTo(created.text());
    }

    @Test
    void whatever_else_is_wrong_with_a_request_is_told_first() {
        put("sandbox", "stop");
        var refused = merchant.client()
                .post("/v1/deposit/fiat", FIAT.formatted("QRIS").replace("\"fiat\"", "\"gold\""))
                .expect(400);
        assertThat(refused.code()).isEqualTo("VALIDATION_FAILED");
        assertThat(refused.text()).contains("balanceType");
    }

    @Test
    void a_deposit_of_a_token_whose_rail_is_stopped_is_told_so() {
        put("sandbox-chain", "stop");
        assertUnavailable(merchant.client().post("/v1/deposit/crypto", CRYPTO).expect(503));
    }

    @Test
    void a_checkout_whose_methods_are_all_stopped_is_told_so_and_one_outside_all_limits_too() {
        put("sandbox", "stop");
        var refused = merchant.client().post("/v1/checkout", CHECKOUT).expect(503);
        assertUnavailable(refused);
        Golden.assertSame("error/rail-unavailable", refused.json());
        assertThat(merchant.client()
                        .post("/v1/checkout", CHECKOUT.replace("100000", "999999999999"))
                        .expect(400)
                        .code())
                .isEqualTo("AMOUNT_OUTSIDE_LIMITS");
    }

    @Test
    void a_payment_page_shows_methods_that_are_stopped_and_cannot_be_chosen() {
        var page = "/checkout/"
                + text(
                        merchant.client()
                                .post("/v1/checkout", CHECKOUT)
                                .expect(200)
                                .data(),
                        "id");
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            assertThat(customer.get(page).expect(200).text()).doesNotContain("Not available right now");
            put("sandbox", "stop");
            assertThat(customer.get(page).expect(200).text())
                    .contains("value=\"QRIS\" disabled", "Not available right now")
                    .contains("No payment method is available right now");
            var back = customer.send(
                            "POST", page, "method=QRIS", Map.of("Content-Type", "application/x-www-form-urlencoded"))
                    .expect(303)
                    .header("Location");
            put("sandbox", "start");
            assertThat(customer.get(back).expect(200).text())
                    .contains("This payment method is not available right now")
                    .doesNotContain("Not available right now");
        }
    }

    @Test
    void the_dashboard_shows_methods_that_are_stopped_and_says_so_of_a_deposit_by_them() {
        var owner = person(Role.OWNER);
        var form = "/dashboard/deposits/new?currency=IDR";
        assertThat(owner.get(form).body()).doesNotContain("Not available right now");
        put("sandbox", "stop");
        assertThat(owner.get(form).body()).contains("QRIS", "Not available right now", "disabled");
        var sent = Map.of(
                "type", "fiat", "currency", "IDR", "paymentMethod", "QRIS", "amount", "100000", "formKey", key());
        assertThat(owner.post("/dashboard/deposits/new", sent).body())
                .contains("is temporarily unavailable: try again later, or use another method");
    }
}
