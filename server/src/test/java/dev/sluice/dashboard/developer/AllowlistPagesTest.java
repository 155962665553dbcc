package dev.sluice.dashboard.developer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.Widths;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the pages for the allowlists of clients and keys.
class AllowlistPagesTest extends DashboardTest {
    private static final String KEYS = "/dashboard/developers/keys";
    private static final String ELSEWHERE = "203.0.113.7\r\n2001:db8::/32";
    private static final Pattern TOKEN = Pattern.compile("sk_test_[A-Za-z0-9_-]{43}");
    private static final Pattern SEEN = Pattern.compile("name=\"version\" value=\"([^\"]+)\"");
    private static final Pattern KEY = Pattern.compile(KEYS + "/key/[0-9a-f-]{36}/allow");

    private static String found(Pattern pattern, String body) {
        var matcher = pattern.matcher(body);
        assertThat(matcher.find()).as(body).isTrue();
        return matcher.group();
    }

    @Test
    void a_key_is_used_from_the_addresses_that_somebody_names_and_from_anywhere_again() {
        var developer = person(Role.DEVELOPER);
        var token = found(
                TOKEN,
                developer
                        .post(KEYS + "/key", Map.of("label", "tills", "scopes", "read"))
                        .body());
        var pages = KEY.matcher(developer.get(KEYS).body()).results().map(each -> each.group());
        var page = pages.filter(each -> developer.get(each).body().contains("Allowed IP addresses of tills"))
                .findFirst()
                .orElseThrow();
        try (var program = TestClient.bearing(service.baseUrl(), token)) {
            program.get("/v1/balance").expect(200);
            assertThat(developer.post(page, Map.of("allowlist", ELSEWHERE)).statusCode())
                    .isEqualTo(303);
            program.get("/v1/balance").expect(403);
            assertThat(developer.get(page).body()).contains("203.0.113.7\n2001:db8::/32</textarea>");
            assertThat(developer.post(page, Map.of("allowlist", "127.0.0.0/8")).statusCode())
                    .isEqualTo(303);
            program.get("/v1/balance").expect(200);
            assertThat(deeds(merchant.organizationId(), 1).getFirst().fields())
                    .containsEntry("before.allowlist", "203.0.113.7 2001:db8::/32")
                    .containsEntry("allowlist", "127.0.0.0/8");
            assertThat(developer.post(page, Map.of("allowlist", "")).statusCode())
                    .isEqualTo(303);
            program.get("/v1/balance").expect(200);
            assertThat(developer.get(page).body()).doesNotContain("127.0.0.0/8");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.7\r\n10.0.0.0/33", "203.0.113.7\r\nshop.example.com, 10.0.0.1", "\r\n1.2.3"})
    void what_is_no_address_is_refused_by_its_line_and_changes_nothing(String typed) {
        var page = page(shop());
        var answer = person(Role.OWNER).post(page, Map.of("allowlist", typed));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("id=\"allowlist-wrong\"", "Line 2: ", " is not an IP address");
        assertThat(ofShop().texts()).containsExactly("10.0.0.1");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void somebody_changes_one_and_says_why(int width) {
        var ofShop = page(shop());
        try (var page = window(person(Role.DEVELOPER), width)) {
            page.navigate(KEYS);
            page.click("a[href='" + ofShop + "']");
            assertThat(page.inputValue("#allowlist")).isEqualTo("10.0.0.1");
            assertWellMade(page);
            page.fill("#allowlist", "10.0.0.1\nshop");
            page.fill("#reason", "A new office");
            page.click("main form button[type=submit]");
            page.locator("#allowlist-wrong").waitFor();
            complaints.removeIf(each -> each.contains("400"));
            assertThat(page.inputValue("#reason")).isEqualTo("A new office");
            assertWellMade(page);
            page.fill("#allowlist", "10.0.0.2");
            page.click("main form button[type=submit]");
            page.locator(".alert-success").waitFor();
            page.click("form[action$='/revoke'] summary >> nth=0");
            page.fill("form[action$='/revoke'] input[name=reason] >> nth=0", "Nobody uses it");
            assertWellMade(page);
        }
        assertThat(ofShop().texts()).containsExactly("10.0.0.2");
    }

    /// Unreadable input is refused: an empty allowlist would admit everyone.
    @Test
    void what_cannot_be_read_opens_nothing() {
        var page = page(shop());
        var developer = person(Role.DEVELOPER);
        var control = Map.of("allowlist", "10.0.0.1\u0001");
        assertThat(developer.post(page, control).statusCode()).isEqualTo(400);
        assertThat(ofShop().texts()).containsExactly("10.0.0.1");
        assertThat(developer
                        .post(KEYS + "/client", Map.of("label", "other", "allowlist", "10.0.0.1\u0001"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(service.apiClients().list(merchant.organizationId())).hasSize(1);
    }

    private static Map<String, String> typed(String allowlist, HttpResponse<String> shown) {
        var seen = SEEN.matcher(shown.body());
        assertThat(seen.find()).as(shown.body()).isTrue();
        return Map.of("allowlist", allowlist, "version", seen.group(1));
    }

    @Test
    void what_somebody_else_took_away_meanwhile_is_not_put_back() {
        var key = service.apiKeys()
                .create(merchant.organizationId(), "tills", Set.of(Scope.READ), Allowlist.parse(List.of("10.0.0.1")));
        var one = person(Role.DEVELOPER);
        var other = person(Role.ADMIN);
        for (var page : List.of(page(shop()), KEYS + "/key/" + key.key().id() + "/allow")) {
            var late = typed("10.0.0.1\r\n10.0.0.3", one.get(page));
            var first = typed("10.0.0.2", other.get(page));
            assertThat(other.post(page, first).statusCode()).isEqualTo(303);
            assertThat(other.post(page, first).statusCode()).isEqualTo(303);
            var refused = one.post(page, late);
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body())
                    .contains(
                            "Someone else changed this after you opened it",
                            "Last changed by Rani admin",
                            "id=\"allowlist-wrong\">Current value: 10.0.0.2",
                            "10.0.0.3</textarea>");
            assertThat(one.get(page).body()).contains("10.0.0.2</textarea>");
            assertThat(one.post(page, typed("10.0.0.3", refused)).statusCode()).isEqualTo(303);
            assertThat(one.get(page).body()).contains("10.0.0.3</textarea>").doesNotContain("10.0.0.2");
        }
    }

    private ApiClient shop() {
        return service.apiClients()
                .create(merchant.organizationId(), "shop", Set.of(Scope.READ), Allowlist.parse(List.of("10.0.0.1")))
                .client();
    }

    private static String page(ApiClient client) {
        return KEYS + "/client/" + client.id() + "/allow";
    }

    private Allowlist ofShop() {
        return service.apiClients().list(merchant.organizationId()).stream()
                .filter(each -> each.label().equals("shop"))
                .findFirst()
                .orElseThrow()
                .allowlist();
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "MAKER", "CHECKER", "OPERATOR"})
    void who_does_not_develop_sees_and_changes_none(Role role) {
        var page = page(shop());
        assertThat(person(role).get(page).statusCode()).isEqualTo(403);
        assertThat(person(role).postAsIs(page, Map.of()).statusCode()).isEqualTo(403);
        assertThat(ofShop().texts()).containsExactly("10.0.0.1");
    }

    @Test
    void those_of_others_and_of_revoked_ones_are_not_there() {
        try (var other = Merchant.at(service)) {
            var theirs =
                    service.apiClients().create(other.organizationId(), "theirs", Set.of(Scope.READ), Allowlist.ANY);
            var ended =
                    service.apiClients().create(merchant.organizationId(), "ended", Set.of(Scope.READ), Allowlist.ANY);
            service.apiClients().revoke(ended.client().clientId());
            var owner = person(Role.OWNER);
            for (var created : List.of(theirs, ended)) {
                var page = page(created.client());
                assertThat(owner.get(page).statusCode()).isEqualTo(404);
                assertThat(owner.post(page, Map.of("allowlist", "10.0.0.1")).statusCode())
                        .isEqualTo(404);
            }
        }
    }
}
