package dev.sluice.dashboard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.PayeeForm;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of previous values in the audit log, the only record of deleted data.
class PreviousValuesTest extends DashboardTest {
    private static final String POLICY = "/dashboard/policy";
    private static final String WEBHOOKS = "/dashboard/developers/webhooks";
    private static final Pattern RULE = Pattern.compile(POLICY + "/rules/[0-9a-f-]{36}/remove");
    private static final Pattern LISTED = Pattern.compile(POLICY + "/wallets/[0-9a-f-]{36}/remove");
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    private static final String EXCHANGE = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

    private void does(Person person, String path, Map<String, String> fields) {
        assertThat(person.post(path, fields).statusCode()).as(path).isEqualTo(303);
    }

    /// Runs the action and returns the recorded previous values.
    private Map<String, String> before(Person person, String path, Map<String, String> fields) {
        does(person, path, fields);
        var before = new LinkedHashMap<String, String>();
        deeds(merchant.organizationId(), 1).getFirst().fields().forEach((name, value) -> {
            if (name.startsWith("before.")) {
                before.put(name.substring("before.".length()), value);
            }
        });
        return before;
    }

    private static String onPolicy(Person person, Pattern button) {
        var matcher = button.matcher(person.get(POLICY).body());
        assertThat(matcher.find()).isTrue();
        return matcher.group();
    }

    @Test
    void of_a_rule_that_is_removed() {
        var owner = person(Role.OWNER);
        var total = Map.of("kind", "TOTAL_AMOUNT", "effect", "APPROVE", "asset", "IDR", "maker", "API");
        var form = new LinkedHashMap<>(total);
        form.putAll(Map.of("amount", "2500000.50", "span", "2", "unit", "hours"));
        does(owner, POLICY + "/new", form);
        assertThat(before(owner, onPolicy(owner, RULE), Map.of())).isEqualTo(form);
        var count = Map.of("kind", "PAYOUT_COUNT", "effect", "REFUSE", "payouts", "7", "span", "90", "unit", "minutes");
        does(owner, POLICY + "/new", count);
        assertThat(before(owner, onPolicy(owner, RULE), Map.of())).isEqualTo(count);
    }

    @Test
    void of_a_wallet_that_is_taken_off_the_list() {
        var owner = person(Role.OWNER);
        var plain = Map.of("network", "polygon", "wallet", WALLET, "label", "Treasury");
        does(owner, POLICY + "/wallets", plain);
        assertThat(before(owner, onPolicy(owner, LISTED), Map.of())).isEqualTo(plain);
        var memo = Map.of("network", "stellar", "wallet", EXCHANGE, "label", "Exchange", "walletMemo", "1047");
        does(owner, POLICY + "/wallets", memo);
        assertThat(before(owner, onPolicy(owner, LISTED), Map.of())).isEqualTo(memo);
        var any = Map.of("network", "stellar", "wallet", EXCHANGE, "label", "Exchange", "anyMemo", "true");
        does(owner, POLICY + "/wallets", any);
        assertThat(before(owner, onPolicy(owner, LISTED), Map.of())).isEqualTo(any);
    }

    @Test
    void of_somebody_of_the_team() {
        var owner = person(Role.OWNER);
        var viewer = somebody(Role.VIEWER).user();
        var member = "/dashboard/team/" + viewer.id();
        var known = Map.of("email", viewer.email(), "name", viewer.name());
        var before = new LinkedHashMap<>(known);
        before.putAll(Map.of("role", "VIEWER", "state", "active"));
        assertThat(before(owner, member + "/role", Map.of("role", "MAKER"))).isEqualTo(before);
        before.put("role", "MAKER");
        assertThat(before(owner, member + "/end", Map.of())).isEqualTo(before);
        before.put("state", "disabled");
        assertThat(before(owner, member + "/return", Map.of())).isEqualTo(before);
        assertThat(owner.post("/dashboard/team/" + merchant.organizationId() + "/end", Map.of())
                        .statusCode())
                .isEqualTo(404);
        assertThat(before(owner, "/dashboard/team/second-factor", Map.of("state", "off")))
                .isEqualTo(Map.of("state", "off"));
    }

    @Test
    void of_a_webhook_endpoint() {
        var developer = person(Role.DEVELOPER);
        var created = merchant.client()
                .post(
                        "/v1/webhook/endpoint",
                        "{\"url\":\"https://shop.example.com/a\",\"types\":[\"deposit.*\",\"recipient.*\"],"
                                + "\"description\":\"The shop\"}")
                .expect(201)
                .data();
        var page = WEBHOOKS + "/" + created.path("id").stringValue();
        var edited = Map.of("url", "https://shop.example.com/b", "types", "deposit.*");
        assertThat(before(developer, page + "/edit", edited))
                .isEqualTo(Map.of(
                        "url", "https://shop.example.com/a",
                        "types", "deposit.*, recipient.*",
                        "description", "The shop",
                        "amounts", "number",
                        "status", "enabled"));
        assertThat(before(developer, page + "/disable", Map.of())).containsEntry("status", "enabled");
        assertThat(before(developer, page + "/enable", Map.of())).containsEntry("status", "disabled");
        assertThat(before(developer, page + "/delete", Map.of()))
                .containsEntry("url", "https://shop.example.com/b")
                .containsEntry("types", "deposit.*");
        assertThat(developer.post(page + "/delete", Map.of()).statusCode()).isEqualTo(404);
        var refused = deeds(merchant.organizationId(), 1).getFirst();
        assertThat(refused.action().action()).isEqualTo("developers/webhooks/{id}/delete");
        assertThat(refused.isRefused()).isTrue();
    }

    @Test
    void of_a_recipient_who_is_changed_and_deleted() {
        var maker = person(Role.MAKER);
        var siti = PayeeForm.of("Siti Rahayu", "siti@example.com");
        var created = maker.post("/dashboard/recipients/new", siti);
        var page = created.headers().firstValue("Location").orElseThrow();
        var edited = new LinkedHashMap<>(siti);
        edited.put("bank.accountNumber", "9876543210");
        assertThat(before(maker, page + "/edit", edited)).containsAllEntriesOf(siti);
        assertThat(before(maker, page + "/delete", Map.of())).containsAllEntriesOf(edited);
    }
}
