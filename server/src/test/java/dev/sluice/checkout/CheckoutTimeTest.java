package dev.sluice.checkout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Timestamps of a deposit that was created by a payment page.
class CheckoutTimeTest extends MerchantTest {
    private static final Map<String, String> FORM = Map.of("Content-Type", "application/x-www-form-urlencoded");

    @Test
    void it_is_as_old_as_its_page_and_changed_when_a_method_was_chosen() {
        var page = merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}")
                .expect(200);
        var id = text(page.data(), "id");
        merchant.advance("PT5M");
        var meanwhile = merchant.createDeposit("014_VA", "100000");
        merchant.advance("PT5M");
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            customer.send("POST", "/checkout/" + id, "method=014_VA", FORM).expect(303);
        }
        assertThat(merchant.depositIds("/v1/deposit/fiat?sort=-createdAt")).containsExactly(meanwhile, id);
        assertThat(merchant.depositIds("/v1/deposit/fiat?sort=-updatedAt")).containsExactly(id, meanwhile);
        var deposit = merchant.deposit(id);
        var created = Instant.parse(text(deposit, "createdAt"));
        var chosen = Instant.parse(text(deposit, "updatedAt"));
        assertThat(Duration.between(created, chosen)).isBetween(Duration.ofMinutes(10), Duration.ofMinutes(12));
        assertThat(Instant.parse(text(deposit, "expiredAt"))).isEqualTo(chosen.plus(Duration.ofHours(24)));
    }

    @Test
    void where_a_page_cannot_listen_it_is_told_when_its_time_is_over() {
        var page = merchant.client()
                .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":100000}")
                .expect(200);
        var path = "/checkout/" + text(page.data(), "id") + "/status";
        try (var customer = TestClient.anonymous(service.baseUrl())) {
            assertThat(customer.get(path).expect(200).json().path("status").stringValue())
                    .isEqualTo("none");
            merchant.advance("PT16M");
            assertThat(customer.get(path).expect(200).json().path("status").stringValue())
                    .isEqualTo("over");
        }
    }
}
