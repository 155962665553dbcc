package dev.sluice.dashboard.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.audit.Entry;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Role;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of optional reasons, as the audit log stores them.
class OptionalReasonTest extends DashboardTest {
    private static final String KEYS = "/dashboard/developers/keys";
    private static final String POLICY = "/dashboard/policy";
    private static final Pattern RULE = Pattern.compile(POLICY + "/rules/[0-9a-f-]{36}/remove");
    private static final String WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    private static final Pattern LISTED = Pattern.compile("/dashboard/policy/wallets/[0-9a-f-]+/remove");
    private static final String WHY = "As agreed with Rani";

    private static Map<String, String> with(String reason, Map<String, String> fields) {
        var all = new LinkedHashMap<>(fields);
        all.put("reason", reason);
        return all;
    }

    private Entry newest() {
        return deeds(merchant.organizationId(), 1).getFirst();
    }

    private void isKept(Person person, String path, int status, Map<String, String> fields) {
        assertThat(person.post(path, with(WHY, fields)).statusCode()).as(path).isEqualTo(status);
        assertThat(newest().isDone()).as(path).isTrue();
        assertThat(newest().fields()).as(path).containsEntry("reason", WHY);
    }

    @Test
    void what_is_done_to_the_team_is_told_with_its_reason() {
        var owner = person(Role.OWNER);
        var member = "/dashboard/team/" + somebody(Role.VIEWER).user().id();
        isKept(owner, "/dashboard/team", 303, Map.of("email", "why@example.com", "name", "Budi", "role", "VIEWER"));
        isKept(owner, member + "/role", 303, Map.of("role", "MAKER"));
        isKept(owner, member + "/end", 303, Map.of());
        isKept(owner, member + "/return", 303, Map.of());
        assertThat(owner.get("/dashboard/audit").body()).contains("<dt>reason</dt>", WHY);
    }

    @Test
    void one_that_is_pasted_from_a_table_may_have_a_tab() {
        var owner = person(Role.OWNER);
        var renamed = with("As\tagreed", Map.of("email", "tab@example.com", "name", "Budi", "role", "VIEWER"));
        assertThat(owner.post("/dashboard/team", renamed).statusCode()).isEqualTo(303);
        assertThat(owner.get("/dashboard/audit").body()).contains("As agreed");
    }

    @Test
    void what_is_done_to_rules_is_told_with_its_reason() {
        var owner = person(Role.OWNER);
        isKept(owner, POLICY + "/new", 303, Map.of("kind", "WALLET_ALLOWLIST", "effect", "REFUSE"));
        var rule = RULE.matcher(owner.get(POLICY).body());
        assertThat(rule.find()).isTrue();
        isKept(owner, rule.group(), 303, Map.of());
        isKept(owner, POLICY + "/wallets", 303, Map.of("network", "polygon", "wallet", WALLET, "label", "Treasury"));
        var wallet = LISTED.matcher(owner.get(POLICY).body());
        assertThat(wallet.find()).isTrue();
        isKept(owner, wallet.group(), 303, Map.of());
    }

    @Test
    void what_is_done_to_clients_and_keys_is_told_with_its_reason() {
        var developer = person(Role.DEVELOPER);
        isKept(developer, KEYS + "/key", 200, Map.of("label", "tills", "scopes", "read"));
        isKept(developer, KEYS + "/client", 200, Map.of("label", "shop", "scopes", "read"));
        var client = KEYS + "/client/"
                + service.apiClients().list(merchant.organizationId()).getLast().id();
        isKept(developer, client + "/allow", 303, Map.of("allowlist", "10.0.0.1"));
        isKept(developer, client + "/revoke", 303, Map.of());
    }

    @Test
    void what_is_done_to_payments_recipients_and_endpoints_is_told_with_its_reason() {
        var owner = person(Role.OWNER);
        var approval = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(owner.post(POLICY + "/new", approval).statusCode()).isEqualTo(303);
        var payout = "/dashboard/payouts/" + merchant.paid("1234567890", "20000");
        assertThat(owner.get(payout).body()).contains("name=\"reason\"");
        isKept(owner, payout + "/cancel", 303, Map.of());
        isKept(owner, "/dashboard/deposits/" + merchant.createDeposit("014_VA", "150000") + "/cancel", 303, Map.of());
        isKept(owner, "/dashboard/recipients/" + merchant.storedInIndonesia() + "/delete", 303, Map.of());
        var created = merchant.client()
                .post("/v1/webhook/endpoint", "{\"url\":\"https://shop.example.com/a\"}")
                .expect(201)
                .data();
        var endpoint = "/dashboard/developers/webhooks/" + created.path("id").stringValue();
        isKept(owner, endpoint + "/disable", 303, Map.of());
        isKept(owner, endpoint + "/rotate", 200, Map.of());
        isKept(owner, endpoint + "/delete", 303, Map.of());
        isKept(owner, "/dashboard/team/second-factor", 303, Map.of("state", "off"));
    }

    @Test
    void secrets_of_clients_that_are_rotated_and_ended_are_told_with_their_reason() {
        var developer = person(Role.DEVELOPER);
        var client = service.apiClients()
                .create(merchant.organizationId(), "till", Set.of(Scope.READ), Allowlist.ANY)
                .client();
        var path = KEYS + "/client/" + client.id();
        isKept(developer, path + "/rotate", 200, newest(client.id()));
        isKept(developer, path + "/revoke-old-secret", 303, newest(client.id()));
    }

    private Map<String, String> newest(UUID client) {
        return service.apiClients().list(merchant.organizationId()).stream()
                .filter(each -> each.id().equals(client))
                .findFirst()
                .flatMap(ApiClient::newest)
                .map(newest -> Map.of("newest", newest.toString()))
                .orElseThrow();
    }

    @Test
    void a_reason_is_as_long_as_operators_are_at_most_and_what_has_a_longer_one_is_not_done() {
        var client = service.apiClients()
                .create(merchant.organizationId(), "shop", Scope.ALL, Allowlist.ANY)
                .client();
        var developer = person(Role.DEVELOPER);
        var revoke = KEYS + "/client/" + client.id() + "/revoke";
        var refused = developer.post(revoke, with("x".repeat(501), Map.of()));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("A reason can have at most 500 characters.");
        assertThat(developer.post(revoke, with("a\u0001", Map.of())).statusCode())
                .isEqualTo(400);
        assertThat(service.apiClients().list(merchant.organizationId()))
                .allMatch(each -> each.revokedAt().isEmpty());
        assertThat(developer.post(revoke, with("x".repeat(500), Map.of())).statusCode())
                .isEqualTo(303);
    }

    @Test
    void a_form_that_is_shown_again_keeps_it() {
        var owner = person(Role.OWNER);
        var forms = Map.of(
                "/dashboard/team",
                Map.of("email", "nobody"),
                KEYS + "/key",
                Map.of("allowlist", "here"),
                POLICY + "/wallets",
                Map.of("label", "x"));
        forms.forEach((path, fields) -> {
            var again = owner.post(path, with(WHY, fields));
            assertThat(again.statusCode()).as(path).isEqualTo(400);
            assertThat(again.body()).as(path).contains("value=\"" + WHY + "\"");
        });
    }
}
