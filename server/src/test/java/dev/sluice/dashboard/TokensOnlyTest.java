package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switches;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests the pages of a live deployment that pays out and accepts tokens on one EVM network, and serves no currency.
class TokensOnlyTest {
    private static final String NO_RAIL = "No rail configured";
    private static final String PAYOUT = "/dashboard/payouts/new";
    private static final String DEPOSIT = "/dashboard/deposits/new";
    private static final String TOKEN = "usdc-polygon";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static LiveDeployment deployment;

    @BeforeAll
    static void start() {
        deployment = LiveDeployment.with(LiveDeployment.TOKENS);
        // The watcher of deposits started while the network's node was there.
        deployment
                .service()
                .connections()
                .run(tx -> tx.handle()
                        .execute("INSERT INTO rail_evm_cursor (network, next_block, second_pass_block, span, leased_to,"
                                + " moved_at) VALUES ('polygon', 1, 1, 1, now(), now())"));
        Eventually.within(
                PATIENCE,
                "deposits are accepted",
                () -> page(DEPOSIT + "?type=crypto").contains("value=\"" + TOKEN + "\""));
    }

    @AfterAll
    static void stop() {
        deployment.close();
    }

    private static String page(String path) {
        return deployment.page(path);
    }

    private static String ofOperator(String path) {
        return LiveDeployment.page(deployment.operator(), path);
    }

    private static String organization() {
        return "/dashboard/operator/organizations/" + deployment.merchant().organizationId();
    }

    @Test
    void new_payouts_and_deposits_open_on_what_is_served() {
        assertThat(deployment.options(PAYOUT, "unit"))
                .isNotEmpty()
                .allMatch(token -> token.endsWith("-polygon"))
                .isEqualTo(deployment.options(PAYOUT + "?kind=crypto", "unit"));
        assertThat(deployment.options(DEPOSIT, "currency"))
                .isNotEmpty()
                .allMatch(token -> token.endsWith("-polygon"))
                .isEqualTo(deployment.options(DEPOSIT + "?type=crypto", "currency"));
    }

    @Test
    void the_tabs_of_bank_accounts_and_currencies_say_that_no_rail_serves_them() {
        assertThat(page(PAYOUT)).contains("href=\"" + PAYOUT + "?kind=fiat\"").doesNotContain(NO_RAIL);
        assertThat(page(PAYOUT + "?kind=fiat")).contains(NO_RAIL);
        assertThat(page(DEPOSIT)).contains("href=\"" + DEPOSIT + "?type=fiat\"").doesNotContain(NO_RAIL);
        assertThat(page(DEPOSIT + "?type=fiat")).contains(NO_RAIL);
    }

    @Test
    void forms_have_no_memo_where_no_network_has_memos() {
        assertThat(page(PAYOUT + "?unit=" + TOKEN))
                .contains("name=\"receiverWalletAddress\"")
                .doesNotContain("name=\"memo\"");
        assertThat(page("/dashboard/policy")).contains("name=\"wallet\"").doesNotContain("emo\"");
    }

    @Test
    void files_have_the_columns_of_what_is_served() {
        assertThat(page("/dashboard/payouts/bulk"))
                .contains("To wallets", "type=\"file\"")
                .doesNotContain("To bank accounts", "payouts/bulk/banks", ">memo<");
        assertThat(page("/dashboard/payouts/bulk/template?kind=crypto")).doesNotContain("memo");
        assertThat(deployment.person().get("/dashboard/payouts/bulk/template").statusCode())
                .isEqualTo(404);
        assertThat(page("/dashboard/deposits/import/template").lines()).hasSize(2);
    }

    @Test
    void recipients_have_no_buttons_for_accounts_that_no_rail_serves() {
        assertThat(page("/dashboard/recipients")).doesNotContain("recipients/new", "recipients/import");
        var id = deployment
                .merchant()
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
        assertThat(page("/dashboard/recipients")).contains(id).doesNotContain("recipients/new", "recipients/import");
        assertThat(page("/dashboard/recipients/" + id))
                .contains("/dashboard/recipients/" + id + "/edit")
                .doesNotContain(PAYOUT, "/verify\"");
    }

    @Test
    void settings_say_that_payment_pages_take_no_tokens_and_link_back() {
        assertThat(page("/dashboard/settings"))
                .contains(NO_RAIL)
                .doesNotContain("/dashboard/settings/preview", "/dashboard/settings/methods");
        for (var path : List.of("/dashboard/settings/preview", "/dashboard/settings/methods")) {
            assertThat(page(path)).as(path).contains(NO_RAIL, "class=\"btn\" href=\"/dashboard/settings\"");
        }
    }

    @Test
    void operators_choose_among_what_is_served() {
        assertThat(ofOperator(organization()))
                .contains("No rail serves both sides of any pair")
                .doesNotContain("action=\"" + organization() + "/conversion\"");
        assertThat(ofOperator(organization() + "/conversions"))
                .contains("No rail serves both sides of any pair")
                .doesNotContain("name=\"pair\"");
        for (var form : List.of("/terms", "/limits")) {
            assertThat(LiveDeployment.options(deployment.operator(), organization() + form, "asset"))
                    .as(form)
                    .isNotEmpty()
                    .allMatch(asset -> asset.endsWith("-polygon"));
        }
    }

    @Test
    void workers_for_what_is_not_there_are_not_listed() {
        assertThat(ofOperator("/dashboard/operator"))
                .contains(">references<")
                .doesNotContain("embedded-database", "screening-list");
    }

    /// The switch is not the cause: turning it on would not help.
    @Test
    void a_conversion_is_refused_for_want_of_a_rail_even_if_its_switch_is_off() {
        try (var switchedOff = Merchant.of(deployment.service(), Switches.live(), EnumSet.allOf(Scope.class), false)) {
            var client = switchedOff.client();
            var query = "?inputCurrency=" + TOKEN + "&outputCurrency=IDR&inputAmount=100";
            var deposit = "{\"inputCurrency\":\"" + TOKEN + "\",\"inputAmount\":100,\"outputCurrency\":\"IDR\"}";
            for (var refused :
                    List.of(client.get("/v1/convert/estimate" + query), client.post("/v1/deposit/crypto", deposit))) {
                assertThat(refused.expect(400).json().at("/details/0/message").stringValue())
                        .isEqualTo("is not paid out by any rail here, so nothing is converted to IDR");
            }
        }
    }
}
