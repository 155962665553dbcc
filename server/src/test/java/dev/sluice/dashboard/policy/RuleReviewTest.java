package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A rule is tried before it is in force.
class RuleReviewTest extends DashboardTest {
    private static final String REVIEW = "/dashboard/policy/new/review?";
    private static final String TOTAL =
            REVIEW + "kind=TOTAL_AMOUNT&asset=IDR&amount=100000&span=1&unit=days&effect=REFUSE";
    private static final String PAYEE = "1234567890";
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

    private Person owner;

    @BeforeEach
    void owner() {
        owner = person(Role.OWNER);
    }

    private String tried(String rule, String payout) {
        var answer = owner.get(rule + payout);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    @Test
    void it_counts_what_was_paid_and_binds_nothing() {
        assertThat(owner.get(TOTAL).body()).contains("100,000", "Put in force").doesNotContain("id=\"verdict\"");
        merchant.paid(PAYEE, "60000");
        assertThat(tried(TOTAL, "&what=IDR&sum=40000&by=API")).contains("It would go out at once");
        assertThat(tried(TOTAL, "&what=IDR&sum=40001&by=API")).contains("It would be refused");
        assertThat(tried(TOTAL + "&maker=MAKER", "&what=IDR&sum=100000&by=MAKER"))
                .contains("It would go out at once");
        assertThat(tried(TOTAL, "&what=IDR&sum=40001&by=API")).contains("It would be refused");
        assertThat(owner.get("/dashboard/policy").body()).doesNotContain("100,000");
        merchant.paid(PAYEE, "70000");
    }

    @Test
    void it_stands_beside_those_in_force() {
        var first = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "APPROVE");
        assertThat(owner.post("/dashboard/policy/new", first).statusCode()).isEqualTo(303);
        var count = REVIEW + "kind=PAYOUT_COUNT&payouts=1&span=1&unit=hours&effect=REFUSE";
        assertThat(tried(count, "&what=IDR&sum=50001&by=API")).contains("It would wait until somebody else");
        merchant.paid(PAYEE, "10000");
        assertThat(tried(count, "&what=IDR&sum=50001&by=API")).contains("It would be refused", "50,000");
    }

    @Test
    void the_list_of_wallets_counts_before_any_rule_goes_by_it() {
        var listed = Map.of("network", "polygon", "wallet", WALLET, "label", "Treasury");
        assertThat(owner.post("/dashboard/policy/wallets", listed).statusCode()).isEqualTo(303);
        var rule = REVIEW + "kind=WALLET_ALLOWLIST&effect=REFUSE";
        var pay = "&what=usdc-polygon&sum=5&by=API&address=";
        assertThat(tried(rule, pay + WALLET)).contains("It would go out at once");
        assertThat(tried(rule, pay + "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23"))
                .contains("It would be refused");
    }

    @Test
    void a_stored_payee_is_known_for_as_long_as_they_are() {
        var stored = merchant.storedInIndonesia();
        var rule = REVIEW + "kind=NEW_PAYEE&span=2&unit=days&effect=APPROVE";
        var pay = "&what=IDR&sum=50000&by=API&known=month&payee=" + stored;
        assertThat(tried(rule, pay)).contains("It would wait until somebody else");
        merchant.advance("P2D");
        assertThat(tried(rule, pay)).contains("It would go out at once");
        assertThat(tried(rule, "&what=IDR&sum=50000&by=API&known=day")).contains("It would wait until somebody else");
        try (var other = Merchant.at(service)) {
            for (var nobody : List.of(other.storedInIndonesia(), "..", "x")) {
                var refused = owner.get(rule + "&what=IDR&sum=50000&by=API&payee=" + nobody);
                assertThat(refused.statusCode()).as(nobody).isEqualTo(400);
                assertThat(refused.body()).contains("There is no stored payee of this id.");
            }
        }
    }

    @Test
    void what_is_wrong_with_it_is_said_at_its_form() {
        var refused = owner.get(REVIEW + "kind=TOTAL_AMOUNT&amount=many&span=45&unit=days");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("id=\"amount-wrong\"", "id=\"span-wrong\"", "id=\"asset-wrong\"", "id=\"effect-wrong\"");
    }

    @Test
    void makers_and_checkers_read_the_rules_and_try_them_and_change_nothing() {
        assertThat(owner.post(
                                "/dashboard/policy/new",
                                Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "REFUSE"))
                        .statusCode())
                .isEqualTo(303);
        for (var role : List.of(Role.MAKER, Role.CHECKER)) {
            var reader = person(role);
            assertThat(reader.get("/dashboard/policy").body())
                    .contains("A payout of more than 50,000", "Would this pass?")
                    .doesNotContain("/dashboard/policy/new", "/remove", "action=\"/dashboard/policy/wallets\"");
            assertThat(reader.get("/dashboard/policy/try?what=IDR&sum=50001&by=MAKER")
                            .body())
                    .contains("It would be refused");
        }
    }

    @Test
    void a_frozen_organization_is_told_that_nothing_goes_out() {
        var path = "/dashboard/operator/organizations/" + merchant.organizationId() + "/switch";
        var freeze = Map.of("switch", "frozen", "state", "on", "reason", "Stolen keys");
        assertThat(person(Role.OPERATOR).post(path, freeze).statusCode()).isEqualTo(303);
        assertThat(tried(TOTAL, "&what=IDR&sum=1&by=API")).contains("whatever the rules say");
    }
}
