package dev.sluice.dashboard.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests of the review of a rule before it is turned on.
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
        assertThat(owner.get(TOTAL).body()).contains("100,000", "Turn on").doesNotContain("id=\"verdict\"");
        merchant.paid(PAYEE, "60000");
        assertThat(tried(TOTAL, "&payoutAsset=IDR&payoutAmount=40000&payoutMaker=API"))
                .contains("The payout would be sent immediately");
        assertThat(tried(TOTAL, "&payoutAsset=IDR&payoutAmount=40001&payoutMaker=API"))
                .contains("The payout would be refused");
        assertThat(tried(TOTAL + "&maker=MAKER", "&payoutAsset=IDR&payoutAmount=100000&payoutMaker=MAKER"))
                .contains("The payout would be sent immediately");
        assertThat(tried(TOTAL, "&payoutAsset=IDR&payoutAmount=40001&payoutMaker=API"))
                .contains("The payout would be refused");
        assertThat(owner.get("/dashboard/policy").body()).doesNotContain("100,000");
        merchant.paid(PAYEE, "70000");
    }

    @Test
    void it_stands_beside_those_in_force() {
        var first = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "APPROVE");
        assertThat(owner.post("/dashboard/policy/new", first).statusCode()).isEqualTo(303);
        var count = REVIEW + "kind=PAYOUT_COUNT&payouts=1&span=1&unit=hours&effect=REFUSE";
        assertThat(tried(count, "&payoutAsset=IDR&payoutAmount=50001&payoutMaker=API"))
                .contains("The payout would wait for approval");
        merchant.paid(PAYEE, "10000");
        assertThat(tried(count, "&payoutAsset=IDR&payoutAmount=50001&payoutMaker=API"))
                .contains("The payout would be refused", "50,000");
    }

    @Test
    void a_rule_that_is_sent_twice_binds_once() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "PHP", "amount", "512", "effect", "REFUSE");
        for (int i = 0; i < 2; i++) {
            assertThat(owner.post("/dashboard/policy/new", rule).statusCode()).isEqualTo(303);
        }
        assertThat(owner.get("/dashboard/policy").body()).containsOnlyOnce(">Payout is more than 512.00\u00a0PHP<");
    }

    @Test
    void the_list_of_wallets_counts_before_any_rule_goes_by_it() {
        var listed = Map.of("network", "polygon", "wallet", WALLET, "label", "Treasury");
        assertThat(owner.post("/dashboard/policy/wallets", listed).statusCode()).isEqualTo(303);
        var rule = REVIEW + "kind=WALLET_ALLOWLIST&effect=REFUSE";
        var pay = "&payoutAsset=usdc-polygon&payoutAmount=5&payoutMaker=API&address=";
        assertThat(tried(rule, pay + WALLET)).contains("The payout would be sent immediately");
        assertThat(tried(rule, pay + "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23"))
                .contains("The payout would be refused");
    }

    @Test
    void a_stored_payee_is_known_for_as_long_as_they_are() {
        var stored = merchant.storedInIndonesia();
        var rule = REVIEW + "kind=NEW_PAYEE&span=2&unit=days&effect=APPROVE";
        var pay = "&payoutAsset=IDR&payoutAmount=50000&payoutMaker=API&known=month&payee=" + stored;
        assertThat(tried(rule, pay)).contains("The payout would wait for approval");
        merchant.advance("P2D");
        assertThat(tried(rule, pay)).contains("The payout would be sent immediately");
        assertThat(tried(rule, "&payoutAsset=IDR&payoutAmount=50000&payoutMaker=API&known=day"))
                .contains("The payout would wait for approval");
        try (var other = Merchant.at(service)) {
            for (var nobody : List.of(other.storedInIndonesia(), "..", "x")) {
                var refused = owner.get(rule + "&payoutAsset=IDR&payoutAmount=50000&payoutMaker=API&payee=" + nobody);
                assertThat(refused.statusCode()).as(nobody).isEqualTo(400);
                assertThat(refused.body()).contains("No saved recipient has this ID.");
            }
        }
    }

    private static final Pattern CHANGE = Pattern.compile("href=\"(/dashboard/policy/new\\?[^\"]*rule=[^\"]+)\"");

    private String change() {
        var link = CHANGE.matcher(owner.get("/dashboard/policy").body());
        assertThat(link.find()).isTrue();
        return link.group(1).replace("&amp;", "&");
    }

    @Test
    void a_rule_is_changed_in_its_place() {
        var first = Map.of(
                "kind",
                "TOTAL_AMOUNT",
                "asset",
                "IDR",
                "amount",
                "50000.5",
                "span",
                "36",
                "unit",
                "hours",
                "effect",
                "REFUSE");
        assertThat(owner.post("/dashboard/policy/new", first).statusCode()).isEqualTo(303);
        merchant.paid(PAYEE, "40000");
        var form = owner.get(change()).body();
        assertThat(form).contains("Change rule", "value=\"50000.5\"", "value=\"36\"", "value=\"hours\" selected");
        var rule = change().replaceAll(".*[?&](rule=[^&]+).*", "$1");
        // The test payout is evaluated with the changed rule in place of the stored one.
        var more = TOTAL.replace("amount=100000", "amount=90000") + "&" + rule;
        assertThat(tried(more, "&payoutAsset=IDR&payoutAmount=50000&payoutMaker=API"))
                .contains("The payout would be sent immediately", "Save changes");
        assertThat(tried(more, "&payoutAsset=IDR&payoutAmount=50001&payoutMaker=API"))
                .contains("The payout would be refused");
        var changed = new HashMap<>(first);
        changed.put("amount", "90000");
        var id = rule.substring("rule=".length());
        changed.put("rule", id);
        assertThat(tried(more, "")).contains("action=\"/dashboard/policy/rules/" + id + "\"");
        assertThat(owner.post("/dashboard/policy/rules/" + id, changed).statusCode())
                .isEqualTo(303);
        assertThat(owner.get("/dashboard/policy").body()).contains("90,000").doesNotContain("50,000.5");
        merchant.paid(PAYEE, "50000");
        merchant.pay(Merchant.idr(Merchant.item(PAYEE, "10000"))).expect(403);
        var action = deeds(merchant.organizationId(), 1).getFirst().action();
        assertThat(action.action()).isEqualTo("policy/rules/{id}");
        assertThat(action.subject()).isEqualTo(id);
        assertThat(action.fields())
                .containsEntry("amount", "90000")
                .containsEntry("before.amount", "50000.5")
                .containsEntry("before.span", "36")
                .containsEntry("before.unit", "hours");
    }

    @Test
    void nobody_changes_a_rule_that_is_not_there_or_is_anothers() {
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "50000", "effect", "APPROVE");
        assertThat(owner.post("/dashboard/policy/new", rule).statusCode()).isEqualTo(303);
        var id = change().replaceAll(".*[?&]rule=([^&]+).*", "$1");
        try (var other = Merchant.at(service)) {
            var somebody = users().create(
                            other.organizationId(),
                            "other-" + service.clocks().newId() + "@example.com",
                            "O",
                            Role.OWNER);
            var theirs = new Person(
                    service.baseUrl(), somebody.user(), sessions().open(somebody.user(), "127.0.0.1", "test", true));
            for (var no : List.of(id, service.clocks().newId().toString(), "x")) {
                var changed = new HashMap<>(rule);
                changed.put("amount", "1");
                changed.put("rule", no);
                assertThat(theirs.post("/dashboard/policy/rules/" + no, changed).statusCode())
                        .as(no)
                        .isEqualTo(404);
            }
        }
        assertThat(owner.get("/dashboard/policy").body()).contains("50,000");
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
                    .contains("Payout is more than 50,000", "Test a payout (nothing is sent)")
                    .doesNotContain("/dashboard/policy/new", "/remove", "action=\"/dashboard/policy/wallets\"");
            assertThat(reader.get("/dashboard/policy/test?payoutAsset=IDR&payoutAmount=50001&payoutMaker=MAKER")
                            .body())
                    .contains("The payout would be refused");
        }
    }

    @Test
    void a_frozen_organization_is_told_that_nothing_goes_out() {
        var path = "/dashboard/operator/organizations/" + merchant.organizationId() + "/switch";
        var freeze = Map.of("switch", "frozen", "state", "on", "reason", "Stolen keys");
        assertThat(person(Role.OPERATOR).post(path, freeze).statusCode()).isEqualTo(303);
        assertThat(tried(TOTAL, "&payoutAsset=IDR&payoutAmount=1&payoutMaker=API"))
                .contains("with or without rules");
    }
}
