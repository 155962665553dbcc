package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// API4:2023, unrestricted resource consumption: the maximum that a caller may request at once. `SlowClientsTest`
/// covers slow senders, `ServerTest` bodies, `UploadTest` files, `RegexTest` patterns, `RateLimitTest` rates.
class ConsumptionTest extends MerchantTest {
    private static final List<String> CREATES = List.of(
            "/v1/recipient",
            "/v1/recipient/verify",
            "/v1/disbursement/fiat",
            "/v2/disbursement/fiat",
            "/v1/disbursement/crypto",
            "/v1/deposit/fiat",
            "/v1/deposit/fiat/bulk",
            "/v1/deposit/crypto",
            "/v1/convert",
            "/v1/checkout",
            "/v1/webhook/endpoint");
    private static final List<String> LISTS = List.of(
            "/v1/recipient",
            "/v1/disbursement/fiat",
            "/v1/disbursement/crypto",
            "/v1/deposit",
            "/v1/deposit/fiat",
            "/v1/deposit/crypto",
            "/v1/convert",
            "/v1/webhook/endpoint",
            "/v1/event",
            "/v1/balance/transactions");

    @Test
    void a_page_has_its_size_and_never_another() {
        for (var list : LISTS) {
            for (var query : List.of("limit=1001", "limit=999999999", "limit=-1", "limit=0", "limit=1e9", "limit=٩")) {
                var target = list + "?" + query.replace("٩", "%D9%A9");
                assertThat(merchant.client().get(target).status()).as(target).isEqualTo(400);
            }
            assertThat(merchant.client().get(list + "?limit=100").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void nesting_ends_before_the_stack_does(String level) {
        for (var path : CREATES) {
            assertThat(merchant.client().post(path, level.repeat(100_000)).code())
                    .as(path)
                    .isEqualTo("MALFORMED_JSON");
        }
    }

    @Test
    void a_text_that_is_long_in_any_field_is_refused_by_name() {
        var payee = """
                {"name":"Siti","email":"siti@example.com","address":"Jalan 1","city":"Bandung","postCode":"40111",\
                "reference":"r","bank":{"accountName":"Siti","currency":"IDR","country":"ID",\
                "bankName":"Bank Central Asia","accountNumber":"1234567890","paymentCode":"014"}}""";
        merchant.client().post("/v1/recipient", payee).expect(201);
        for (var value : List.of(
                "Siti\"",
                "siti@example.com",
                "Jalan 1",
                "Bandung",
                "40111",
                "r\"",
                "IDR",
                "ID\"",
                "Bank Central Asia",
                "1234567890",
                "014")) {
            for (var filling : List.of("a", "1", "a.", "é")) {
                var longer = filling.repeat(50_000) + value;
                var refused = merchant.client().post("/v1/recipient", payee.replace("\"" + value, "\"" + longer));
                assertThat(refused.status()).as(value + ": " + refused).isEqualTo(400);
                assertThat(refused.text().length()).as("nobody gets it back").isLessThan(5_000);
            }
        }
    }

    @Test
    void there_are_so_many_items_in_a_request_and_no_more() {
        var many = String.join(",", Collections.nCopies(1_001, Merchant.item("1234567890", "1")));
        var refused = merchant.client().post("/v2/disbursement/fiat", Merchant.idr(many));
        assertThat(refused.status()).as(refused.toString()).isIn(400, 413);
        assertThat(merchant.payouts()).isZero();
        var deposits = String.join(",", Collections.nCopies(1_001, Merchant.deposit("QRIS", "1000")));
        assertThat(merchant.client()
                        .post("/v1/deposit/fiat/bulk", "{\"depositData\":[" + deposits + "]}")
                        .status())
                .isIn(400, 413);
    }

    @Test
    void a_great_many_fields_parameters_and_faults_are_answered_briefly() {
        var fields = new ArrayList<String>();
        for (int i = 0; i < 20_000; i++) {
            fields.add("\"field" + i + "\":" + i);
        }
        var json = "{" + String.join(",", fields) + "}";
        var empties =
                "{\"currency\":\"IDR\",\"disburseData\":[" + String.join(",", Collections.nCopies(1_000, "{}")) + "]}";
        assertThat(merchant.client().post("/v1/recipient", json).expect(400).body().length)
                .isLessThan(20_000);
        assertThat(merchant.client()
                        .post("/v2/disbursement/fiat", empties)
                        .expect(400)
                        .body()
                        .length)
                .isLessThan(1_000_000);
        var query = "a=b&".repeat(3_000);
        assertThat(merchant.client().get("/v1/recipient?" + query).status()).isIn(200, 400, 414);
        assertThat(merchant.client()
                        .send("GET", "/v1/balance", null, Map.of("Cookie", "a=b; ".repeat(2_000)))
                        .status())
                .isIn(200, 431);
    }
}
