package dev.sluice.dashboard.developer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.AtOnce;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.Widths;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.ApiKey;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Formats;
import dev.sluice.merchant.Role;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of API clients and keys: creation, one-time secrets, rotation, immediate revocation, and separation between
/// organizations.
class KeyPagesTest extends DashboardTest {
    private static final String KEYS = "/dashboard/developers/keys";
    private static final Pattern FORM_KEY = Pattern.compile("name=\"formKey\" value=\"([^\"]+)\"");
    private static final Pattern TOKEN = Pattern.compile("sk_test_[A-Za-z0-9_-]{43}");
    private static final Pattern SECRET = Pattern.compile("cs_test_[A-Za-z0-9_-]{43}");
    private static final Pattern CLIENT_ID = Pattern.compile("cl_[A-Za-z0-9_-]{20}");

    private static ApiKeys keys() {
        return service.apiKeys();
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "MAKER", "CHECKER", "OPERATOR"})
    void who_does_not_develop_sees_and_does_nothing(Role role) {
        var person = person(role);
        for (var path : List.of("", "/client", "/key")) {
            assertThat(person.get(KEYS + path).statusCode()).as(path).isEqualTo(403);
        }
        for (var path : List.of("/client", "/key")) {
            assertThat(person.postAsIs(KEYS + path, Map.of("label", "mine", "scopes", "read"))
                            .statusCode())
                    .as(path)
                    .isEqualTo(403);
        }
        assertThat(service.apiClients().list(merchant.organizationId())).isEmpty();
    }

    @Test
    void what_is_another_organizations_is_not_there() {
        try (var other = Merchant.at(service)) {
            var client = service.apiClients()
                    .create(other.organizationId(), "theirs", Scope.ALL, Allowlist.ANY)
                    .client();
            var key = keys().create(other.organizationId(), "theirs", Set.of(Scope.READ), Allowlist.ANY)
                    .key();
            var owner = person(Role.OWNER);
            for (var path : List.of(
                    "/client/" + client.id() + "/rotate",
                    "/client/" + client.id() + "/revoke-old-secret",
                    "/client/" + client.id() + "/revoke",
                    "/key/" + key.id() + "/revoke",
                    "/key/" + UUID.randomUUID() + "/revoke",
                    "/key/none/revoke")) {
                assertThat(owner.post(KEYS + path, Map.of()).statusCode())
                        .as(path)
                        .isEqualTo(404);
            }
            assertThat(owner.get(KEYS).body()).doesNotContain("theirs");
            assertThat(service.apiClients().list(other.organizationId()))
                    .allMatch(each -> each.revokedAt().isEmpty());
            assertThat(keys().list(other.organizationId()))
                    .allMatch(each -> each.revokedAt().isEmpty());
        }
    }

    @Test
    void nobody_approves_what_their_own_key_or_secret_paid() {
        var owner = person(Role.OWNER);
        var admin = person(Role.ADMIN);
        var rule = Map.of("kind", "PAYOUT_AMOUNT", "asset", "IDR", "amount", "0", "effect", "APPROVE");
        assertThat(owner.post("/dashboard/policy/new", rule).statusCode()).isEqualTo(303);
        var token = found(
                TOKEN,
                owner.post(KEYS + "/key", Map.of("label", "tills", "scopes", "payouts"))
                        .body());
        String paid;
        try (var program = TestClient.bearing(service.baseUrl(), token)) {
            paid = Merchant.id(program.post("/v2/disbursement/fiat", Merchant.idr(Merchant.item("1234567890", "20000")))
                    .expect(201)
                    .data()
                    .path("disburseData")
                    .get(0));
        }
        assertThat(owner.get(KEYS).body()).contains("by " + owner.user().name());
        var keys = keys().list(merchant.organizationId());
        keys().revoke(merchant.organizationId(), keys.getLast().id());
        assertThat(owner.get("/dashboard/approvals").body())
                .contains("your API key or your file created")
                .doesNotContain("name=\"payout\"");
        assertThat(owner.get("/dashboard/payouts/" + paid).body()).doesNotContain("/dashboard/approvals/approve");
        for (var decision : List.of("approve", "reject")) {
            var refused = owner.post("/dashboard/approvals/" + decision, Map.of("payout", paid, "reason", "mine"));
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("your API key or your file created");
        }
        assertThat(admin.get("/dashboard/approvals").body()).contains("name=\"payout\"");
        assertThat(admin.get("/dashboard/payouts/" + paid).body()).contains("/dashboard/approvals/approve");
        assertThat(admin.post("/dashboard/approvals/approve", Map.of("payout", paid))
                        .statusCode())
                .isEqualTo(303);
        merchant.await(paid, "completed");
    }

    /// Returns the newest secret of the only client, as its forms send it.
    private Map<String, String> newest() {
        var client = service.apiClients().list(merchant.organizationId()).getLast();
        return Map.of("newest", client.newest().orElseThrow().toString());
    }

    @Test
    void a_rotation_that_is_sent_twice_is_done_once_and_ends_no_secret_that_is_used() {
        var developer = person(Role.DEVELOPER);
        var created = developer
                .post(KEYS + "/client", Map.of("label", "shop", "scopes", "read"))
                .body();
        var id = found(CLIENT_ID, created);
        var path = KEYS + "/client/"
                + service.apiClients()
                        .list(merchant.organizationId())
                        .getFirst()
                        .id();
        var form = newest();
        assertThat(developer.get(KEYS).body()).contains("name=\"newest\" value=\"" + form.get("newest") + "\"");
        try (var used = TestClient.signing(service.baseUrl(), id, found(SECRET, created))) {
            assertThat(developer.post(path + "/rotate", form).statusCode()).isEqualTo(200);
            for (var late : List.of(form, Map.<String, String>of())) {
                var again = developer.post(path + "/rotate", late);
                assertThat(again.statusCode()).isEqualTo(409);
                assertThat(again.body())
                        .contains("A newer secret already exists")
                        .doesNotContainPattern(SECRET);
            }
            assertThat(developer.post(path + "/revoke-old-secret", form).statusCode())
                    .isEqualTo(409);
            used.get("/v1/balance").expect(200);
            assertThat(developer.post(path + "/revoke-old-secret", newest()).statusCode())
                    .isEqualTo(303);
            used.get("/v1/balance?a=1").expect(401);
        }
    }

    @Test
    void a_rotated_secret_is_whoevers_who_rotated_it() {
        var owner = person(Role.OWNER);
        var developer = person(Role.DEVELOPER);
        owner.post(KEYS + "/client", Map.of("label", "shop", "scopes", "read"));
        var client = service.apiClients().list(merchant.organizationId()).getLast();
        assertThat(developer
                        .post(KEYS + "/client/" + client.id() + "/rotate", newest())
                        .statusCode())
                .isEqualTo(200);
        assertThat(service.apiClients()
                        .list(merchant.organizationId())
                        .getLast()
                        .secrets())
                .extracting(each -> each.maker().orElseThrow().id())
                .containsExactly(owner.user().id(), developer.user().id());
    }

    @Test
    void a_key_is_shown_once_and_works_until_it_is_revoked() {
        var developer = person(Role.DEVELOPER);
        var form = Map.of("label", "night jobs", "scopes", "read", "allowlist", "127.0.0.1\r\n10.0.0.0/8");
        var created = developer.post(KEYS + "/key", form);
        assertThat(created.statusCode()).isEqualTo(200);
        var token = found(TOKEN, created.body());
        try (var program = TestClient.bearing(service.baseUrl(), token)) {
            program.get("/v1/balance").expect(200);
            assertThat(program.post("/v1/recipient", "{}").status()).isEqualTo(403);
            assertThat(developer.get(KEYS).body())
                    .contains("night jobs", "10.0.0.0/8")
                    .doesNotContain(token);

            var again = developer.post(KEYS + "/key", form);
            assertThat(again.statusCode()).isEqualTo(409);
            assertThat(again.body()).contains("id=\"label-wrong\"").doesNotContainPattern(TOKEN);

            var key = keys().list(merchant.organizationId()).stream()
                    .filter(each -> each.label().equals("night jobs"))
                    .findFirst()
                    .orElseThrow();
            assertThat(developer
                            .post(KEYS + "/key/" + key.id() + "/revoke", Map.of())
                            .statusCode())
                    .isEqualTo(303);
            program.get("/v1/balance").expect(401);
            assertThat(developer.get(KEYS).body()).doesNotContain("night jobs").contains("Show 1 revoked too");
            assertThat(developer.get(KEYS + "?revoked=shown").body()).contains("night jobs");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/client", "/key"})
    void a_form_that_is_sent_twice_at_once_makes_one(String path) {
        var developer = person(Role.DEVELOPER);
        var key = FORM_KEY.matcher(developer.get(KEYS + path).body());
        assertThat(key.find()).isTrue();
        var form = Map.of("label", "shop", "scopes", "read", "formKey", key.group(1));
        assertThat(AtOnce.both(
                        () -> developer.post(KEYS + path, form).statusCode(),
                        () -> developer.post(KEYS + path, form).statusCode()))
                .containsExactlyInAnyOrder(200, 303);
        var late = developer.post(KEYS + path, form);
        assertThat(late.statusCode()).isEqualTo(303);
        assertThat(late.headers().firstValue("Location")).hasValue(KEYS);
        var organization = merchant.organizationId();
        var created = path.equals("/key")
                ? keys().list(organization).stream()
                        .filter(each -> each.label().equals("shop"))
                        .map(ApiKey::id)
                        .toList()
                : service.apiClients().list(organization).stream()
                        .map(ApiClient::id)
                        .toList();
        assertThat(created)
                .containsExactly(
                        UUID.fromString(key.group(1).substring(0, key.group(1).indexOf('.'))));
    }

    /// Payouts by a program with a colleague's id would be attributed to that colleague, and that colleague could
    /// then not approve them.
    @ParameterizedTest
    @ValueSource(strings = {"/client", "/key"})
    void nobody_chooses_the_id_of_what_they_make(String path) {
        var developer = person(Role.DEVELOPER);
        var shown = FORM_KEY.matcher(
                developer.get(KEYS + (path.equals("/key") ? "/client" : "/key")).body());
        assertThat(shown.find()).isTrue();
        var chosen = service.clocks().newId();
        var tag = shown.group(1).substring(shown.group(1).indexOf('.'));
        var keys = List.of(chosen.toString(), chosen + tag, shown.group(1));
        for (int at = 0; at < keys.size(); at++) {
            var form = Map.of("label", "shop " + at, "scopes", "read", "formKey", keys.get(at));
            assertThat(developer.post(KEYS + path, form).statusCode()).isEqualTo(200);
        }
        var organization = merchant.organizationId();
        var created = path.equals("/key")
                ? keys().list(organization).stream().map(ApiKey::id).toList()
                : service.apiClients().list(organization).stream()
                        .map(ApiClient::id)
                        .toList();
        assertThat(created)
                .hasSizeGreaterThanOrEqualTo(3)
                .doesNotContain(
                        chosen,
                        UUID.fromString(
                                shown.group(1).substring(0, shown.group(1).indexOf('.'))));
    }

    @Test
    void a_client_has_two_secrets_while_it_is_rotated() {
        var developer = person(Role.DEVELOPER);
        var created = developer
                .post(KEYS + "/client", Map.of("label", "shop", "scopes", "read"))
                .body();
        var id = found(CLIENT_ID, created);
        var client = service.apiClients().list(merchant.organizationId()).getFirst();
        var path = KEYS + "/client/" + client.id();
        try (var first = TestClient.signing(service.baseUrl(), id, found(SECRET, created))) {
            first.get("/v1/balance").expect(200);
            var rotated = developer.post(path + "/rotate", newest()).body();
            try (var second = TestClient.signing(service.baseUrl(), id, found(SECRET, rotated))) {
                first.get("/v1/balance?a=1").expect(200);
                second.get("/v1/balance").expect(200);
                assertThat(developer.post(path + "/revoke-old-secret", newest()).statusCode())
                        .isEqualTo(303);
                first.get("/v1/balance?a=2").expect(401);
                second.get("/v1/balance?a=2").expect(200);
                assertThat(developer.get(KEYS).body()).contains(id).doesNotContainPattern(SECRET);
                assertThat(developer.post(path + "/revoke", Map.of()).statusCode())
                        .isEqualTo(303);
                second.get("/v1/balance?a=3").expect(401);
                assertThat(developer.post(path + "/rotate", Map.of()).statusCode())
                        .isEqualTo(404);
            }
        }
    }

    @Test
    void a_rotation_says_before_and_after_which_secret_it_ends() {
        var developer = person(Role.DEVELOPER);
        developer.post(KEYS + "/client", Map.of("label", "shop", "scopes", "read"));
        var path = KEYS + "/client/" + client().id() + "/rotate";
        assertThat(developer.get(KEYS).body())
                .contains("data-confirm=\"Create a new secret? The current one still works.\"")
                .doesNotContain("revoked at the next rotation");
        var first = new Formats(Locale.ENGLISH, UnaryOperator.identity(), ZoneOffset.UTC)
                .withSeconds()
                .time(client().secrets().getFirst().since());
        assertThat(developer.post(path, newest()).body())
                .contains("still works")
                .doesNotContain("is revoked");
        assertThat(developer.get(KEYS).body())
                .contains("The older one, in use since " + first + ", is revoked immediately")
                .containsPattern("since <time [^>]*>" + Pattern.quote(first))
                .containsOnlyOnce("revoked at the next rotation");
        assertThat(developer.post(path, newest()).body())
                .contains("The secret before that, in use since " + first + ", is revoked");
    }

    private ApiClient client() {
        return service.apiClients().list(merchant.organizationId()).getFirst();
    }

    @Test
    void a_program_may_do_no_more_than_who_makes_it() {
        var developer = person(Role.DEVELOPER);
        for (var kind : List.of("client", "key")) {
            var answer = developer.post(KEYS + "/" + kind, Map.of("label", "till", "scopes", "payouts"));
            assertThat(answer.statusCode()).as(kind).isEqualTo(400);
            assertThat(answer.body()).contains("You can give: read, webhooks").doesNotContainPattern(SECRET);
        }
        assertThat(service.apiClients().list(merchant.organizationId())).isEmpty();
        person(Role.OWNER).post(KEYS + "/client", Map.of("label", "till", "scopes", "payouts"));
        assertThat(client().scopes()).containsExactly(Scope.PAYOUTS);
        var rotated = developer.post(KEYS + "/client/" + client().id() + "/rotate", newest());
        assertThat(rotated.statusCode()).isEqualTo(403);
        assertThat(rotated.body())
                .contains("has permissions that you do not have")
                .doesNotContainPattern(SECRET);
        assertThat(client().secrets()).hasSize(1);
    }

    @Test
    void what_is_wrong_stands_at_its_field() {
        var answer = person(Role.ADMIN).post(KEYS + "/key", Map.of("allowlist", "10.0.0.1 not-an-address"));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body())
                .contains("id=\"label-wrong\"", "Select at least one", "not-an-address is not")
                .doesNotContainPattern(TOKEN);
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_makes_a_client_and_a_key(int width) {
        var page = window(person(Role.DEVELOPER), width);
        page.navigate(KEYS);
        assertWellMade(page);
        page.navigate(KEYS + "/client");
        assertWellMade(page);
        page.fill("#label", "shop");
        page.click("main form button[type=submit]");
        page.locator("#secret").waitFor();
        assertWellMade(page);
        page.navigate(KEYS + "/key");
        page.fill("#label", "trying out");
        page.fill("#allowlist", "nonsense");
        page.click("main form button[type=submit]");
        page.locator("#allowlist-wrong").waitFor();
        complaints.removeIf(each -> each.contains("400"));
        assertWellMade(page);
        page.fill("#allowlist", "203.0.113.7");
        page.click("main form button[type=submit]");
        page.locator("#token").waitFor();
        page.click("a.btn-primary");
        page.locator("#clients").waitFor();
        assertThat(page.locator("main").textContent()).contains("shop", "trying out", "203.0.113.7");
        assertWellMade(page);
    }

    private static String found(Pattern pattern, String body) {
        var matcher = pattern.matcher(body);
        assertThat(matcher.find()).as(body).isTrue();
        return matcher.group();
    }
}
