package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests that the forms and lists of a live deployment offer exactly the services of its rails: without any rail, and
/// with one for payouts on an EVM network. That rail accepts no deposits, because it has no deposit key.
class LiveOffersTest {
    private static final String RECIPIENT = "/dashboard/recipients/new";
    private static final String IMPORT = "/dashboard/recipients/import";
    private static final String NO_RAIL = "No rail configured";

    private static LiveDeployment bare;
    private static LiveDeployment chained;

    @BeforeAll
    static void start() {
        bare = LiveDeployment.with(Map.of());
        chained = LiveDeployment.with(LiveDeployment.POLYGON);
    }

    @AfterAll
    static void stop() {
        bare.close();
        chained.close();
    }

    @Test
    void without_a_rail_each_form_says_so_and_has_nothing_to_send() {
        for (var path : List.of(
                RECIPIENT,
                RECIPIENT + "?currency=IDR",
                IMPORT,
                "/dashboard/payouts/new",
                "/dashboard/payouts/new?kind=crypto",
                "/dashboard/payouts/bulk",
                "/dashboard/deposits/new",
                "/dashboard/deposits/new?type=crypto",
                "/dashboard/deposits/import",
                "/dashboard/checkouts/new",
                "/dashboard/conversions/new")) {
            assertThat(bare.page(path))
                    .as(path)
                    .contains(NO_RAIL)
                    .doesNotContain("<form method=\"post\" action=\"/dashboard/recipients", "type=\"file\"")
                    .doesNotContain("name=\"currency\"", "name=\"unit\"");
        }
        assertThat(bare.person().get(IMPORT + "/template?currency=IDR").statusCode())
                .isEqualTo(404);
    }

    @Test
    void a_form_that_was_open_when_the_rail_went_says_so_too() {
        var answer = bare.person().post(RECIPIENT, PayeeForm.of("Siti Rahayu", "siti"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(NO_RAIL);
    }

    @Test
    void a_rail_of_a_network_serves_no_bank_and_takes_no_deposit_without_a_key_for_them() {
        for (var path : List.of(
                RECIPIENT,
                IMPORT,
                "/dashboard/payouts/new?kind=fiat",
                "/dashboard/deposits/new",
                "/dashboard/deposits/new?type=crypto",
                "/dashboard/deposits/import",
                "/dashboard/checkouts/new",
                "/dashboard/conversions/new",
                "/dashboard/settings",
                "/dashboard/settings/preview",
                "/dashboard/settings/methods")) {
            assertThat(chained.page(path)).as(path).contains(NO_RAIL);
        }
        assertThat(chained.page("/dashboard/deposits/import/methods")).doesNotContain("polygon");
        assertThat(chained.options("/dashboard/payouts/new?kind=crypto", "unit"))
                .isNotEmpty()
                .allMatch(token -> token.endsWith("-polygon"));
    }

    @Test
    void payout_rules_and_allowed_wallets_are_for_what_is_paid_out() {
        assertThat(chained.options("/dashboard/policy", "network")).containsExactly("polygon");
        assertThat(chained.options("/dashboard/policy/new?kind=AMOUNT", "asset"))
                .isNotEmpty()
                .allMatch(asset -> asset.endsWith("-polygon"));
        assertThat(bare.page("/dashboard/policy")).doesNotContain("action=\"/dashboard/policy/wallets\"");
    }

    @Test
    void a_stored_recipient_of_a_currency_that_is_no_longer_paid_out_can_still_be_changed() {
        var stored = bare.merchant()
                .client()
                .post("/v1/recipient", """
                    {"name":"Siti Rahayu","email":"siti@example.com","address":"Jl. Braga 1","city":"Bandung",
                     "postCode":"40111","bank":{"accountName":"Siti Rahayu","accountNumber":"1234567890",
                     "bankName":"Bank Central Asia","currency":"IDR","country":"ID"}}\
                    """)
                .expect(201)
                .data()
                .path("id")
                .stringValue();
        assertThat(bare.options("/dashboard/recipients/" + stored + "/edit", "bank\\.currency"))
                .containsExactly("IDR");
    }

    @Test
    void the_list_of_currencies_is_a_reference_and_the_lists_of_methods_are_offers() {
        assertThat(bare.merchant()
                        .client()
                        .get("/v1/reference/currencies")
                        .expect(200)
                        .data())
                .isNotEmpty();
        for (var offer : List.of(
                "/v1/reference/cryptos",
                "/v1/disbursement/fiat/payment-method",
                "/v1/disbursement/crypto/payment-method",
                "/v1/deposit/payment-method")) {
            assertThat(bare.merchant().client().get(offer).expect(200).data())
                    .as(offer)
                    .isEmpty();
        }
        assertThat(chained.merchant()
                        .client()
                        .get("/v1/disbursement/fiat/payment-method")
                        .expect(200)
                        .data())
                .isEmpty();
        assertThat(chained.merchant()
                        .client()
                        .post("/v1/deposit/crypto", "{\"inputCurrency\":\"usdc-polygon\",\"inputAmount\":10}")
                        .expect(400)
                        .message())
                .isEqualTo("Crypto not found");
    }
}
