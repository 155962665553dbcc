package dev.sluice.dashboard.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.auth.Allowlist;
import dev.sluice.auth.Scope;
import dev.sluice.change.ChangeState;
import dev.sluice.merchant.Role;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Changes that widen permissions, and changes that do not.
class WideningTest extends ChangeCase {
    /// Forms that widen access.
    static Stream<String> widening() {
        return Stream.of(
                "client",
                "key",
                "rule/change",
                "rule/remove",
                "wallet",
                "webhook",
                "webhook/edit",
                "invite",
                "role",
                "return",
                "factors",
                "second-factor",
                "dual-control",
                "allow");
    }

    private record Sent(String path, Map<String, String> fields) {}

    private Sent form(String which) {
        return switch (which) {
            case "client" -> new Sent(KEYS + "/client", CLIENT);
            case "key" -> new Sent(KEYS + "/key", CLIENT);
            case "rule/change" -> {
                var more = new LinkedHashMap<>(RULE);
                more.put("amount", "90000");
                yield new Sent("/dashboard/policy/rules/" + rule(), more);
            }
            case "rule/remove" -> new Sent("/dashboard/policy/rules/" + rule() + "/remove", Map.of());
            case "wallet" ->
                new Sent(
                        "/dashboard/policy/wallets",
                        Map.of(
                                "network",
                                "polygon",
                                "wallet",
                                "0x52908400098527886E0F7030069857D2E4169EE7",
                                "label",
                                "Treasury"));
            case "webhook" -> new Sent(WEBHOOKS, Map.of("url", "http://127.0.0.1:7/hook"));
            case "webhook/edit" ->
                new Sent(WEBHOOKS + "/" + endpoint() + "/edit", Map.of("url", "http://127.0.0.1:8/hook"));
            case "invite" -> new Sent(TEAM, Map.of("email", "new@example.com", "name", "New", "role", "MAKER"));
            case "role" -> new Sent(TEAM + "/" + viewer() + "/role", Map.of("role", "MAKER"));
            case "return" -> {
                var id = viewer();
                assertThat(asker.post(TEAM + "/" + id + "/end", Map.of()).statusCode())
                        .isEqualTo(303);
                assertThat(all()).as("taking access needs nobody").isEmpty();
                yield new Sent(TEAM + "/" + id + "/return", Map.of());
            }
            case "factors" -> new Sent(TEAM + "/" + viewer() + "/second-factors", Map.of());
            case "second-factor" -> new Sent(TEAM + "/second-factor", Map.of("state", "off"));
            case "dual-control" -> new Sent(TEAM + "/dual-control", Map.of("state", "off"));
            case "allow" -> {
                var client = service.apiClients()
                        .create(merchant.organizationId(), "till", Scope.ALL, Allowlist.parse(List.of("203.0.113.7")));
                yield new Sent(
                        KEYS + "/client/" + client.client().id() + "/allow", Map.of("allowlist", "203.0.113.0/24"));
            }
            default -> throw new IllegalArgumentException(which);
        };
    }

    private String endpoint() {
        var request = waiting(asker, WEBHOOKS, Map.of("url", "http://127.0.0.1:7/hook"));
        approve(second, request);
        assertThat(carryOut(asker, request).statusCode()).isEqualTo(200);
        return merchant.client()
                .get("/v1/webhook/endpoint")
                .expect(200)
                .data()
                .at("/docs/0/id")
                .stringValue();
    }

    @ParameterizedTest
    @MethodSource("widening")
    void whatever_widens_access_waits_for_a_second_person_and_is_done_once(String which) {
        var sent = form(which);
        var request = waiting(asker, sent.path(), sent.fields());
        assertThat(asker.post(sent.path(), sent.fields()).statusCode()).isEqualTo(303);
        assertThat(newest().id()).as("asking again is the same request").isEqualTo(request.id());
        assertThat(approve(asker, request).statusCode())
                .as("nobody approves their own")
                .isEqualTo(409);
        assertThat(approve(person(Role.CHECKER), request).statusCode()).isEqualTo(403);
        assertThat(carryOut(asker, request).statusCode()).isEqualTo(303);
        assertThat(newest().state()).isInstanceOf(ChangeState.Waiting.class);

        assertThat(approve(second, request).statusCode()).isEqualTo(303);
        assertThat(carryOut(second, request).headers().firstValue("Location").orElse(""))
                .as("another person's change is another request")
                .satisfies(location -> assertThat(newest().id()).isNotEqualTo(request.id()));
        var done = carryOut(asker, request);
        assertThat(done.statusCode()).isIn(200, 303);
        assertThat(done.headers().firstValue("Location").orElse("")).doesNotStartWith(CHANGES);
        assertThat(changeRequests()
                        .find(merchant.organizationId(), request.id())
                        .orElseThrow()
                        .state())
                .isInstanceOf(ChangeState.CarriedOut.class);
        assertThat(letters())
                .anyMatch(each -> each.startsWith(asker.user().email() + " Acme: "))
                .anyMatch(each -> each.startsWith(asker.user().email() + " Approved: "));
    }

    @ParameterizedTest
    @EnumSource(Scope.class)
    void clients_and_keys_wait_only_with_a_scope_that_moves_money(Scope scope) {
        var fields = Map.of("label", "till", "scopes", scope.wire());
        var statuses = Stream.of("/client", "/key")
                .map(path -> asker.post(KEYS + path, fields).statusCode())
                .toList();
        assertThat(asker.get(KEYS + "/client").body())
                .contains("value=\"read\" checked")
                .doesNotContain("value=\"payouts\" checked");
        assertThat(statuses).containsOnly(Scope.movesMoney(Set.of(scope)) ? 303 : 200);
    }

    @Test
    void what_tightens_needs_nobody() {
        var rule = rule();
        var less = new LinkedHashMap<>(RULE);
        less.put("amount", "40000");
        less.put("effect", "REFUSE");
        asker.post("/dashboard/policy/rules/" + rule, less);
        var client = service.apiClients().create(merchant.organizationId(), "till", Scope.ALL, Allowlist.ANY);
        var path = KEYS + "/client/" + client.client().id();
        asker.post(path + "/allow", Map.of("allowlist", "203.0.113.7"));
        asker.post(
                path + "/rotate",
                Map.of(
                        "newest",
                        service.apiClients()
                                .list(merchant.organizationId())
                                .getFirst()
                                .newest()
                                .orElseThrow()
                                .toString()));
        asker.post(path + "/revoke", Map.of());
        asker.post(KEYS + "/key", Map.of("label", "reader", "scopes", "read"));
        var maker = person(Role.MAKER).user().id();
        asker.post(TEAM + "/" + maker + "/role", Map.of("role", "VIEWER"));
        asker.post(TEAM + "/" + maker + "/end", Map.of());
        asker.post(TEAM, Map.of("email", "looks@example.com", "name", "Looks", "role", "VIEWER"));
        asker.post(TEAM + "/dual-control", Map.of("state", "on"));
        assertThat(all()).isEmpty();
        assertThat(policies()
                        .rules(merchant.organizationId())
                        .getFirst()
                        .condition()
                        .most()
                        .orElseThrow())
                .isEqualByComparingTo("40000");
        assertThat(service.apiClients()
                        .list(merchant.organizationId())
                        .getFirst()
                        .revokedAt())
                .isPresent();
        assertThat(service.apiKeys().list(merchant.organizationId())).hasSize(2);
    }
}
