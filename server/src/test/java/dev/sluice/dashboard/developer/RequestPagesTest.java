package dev.sluice.dashboard.developer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.MisSigned;
import dev.sluice.app.TestService;
import dev.sluice.app.Widths;
import dev.sluice.auth.Scope;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.dashboard.Person;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Role;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests of the request log, and of its check of refused signatures.
@Tag("slow")
class RequestPagesTest extends DashboardTest {
    private static final String REQUESTS = "/dashboard/developers/requests";
    private static final String BODY = "{\"name\":\"Siti Rahayu\"}";
    private static final Pattern ONE = Pattern.compile(REQUESTS + "/([0-9a-f-]{36})");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"VIEWER", "MAKER", "CHECKER", "OPERATOR"})
    void who_does_not_develop_sees_nothing(Role role) {
        assertThat(person(role).get(REQUESTS).statusCode()).isEqualTo(403);
    }

    @Test
    void what_a_program_asked_is_listed_with_the_reason_of_a_refusal_and_nothing_of_what_it_sent() {
        merchant.client().get("/v1/balance").expect(200);
        merchant.client().post("/v1/recipient", BODY).expect(400);
        var developer = person(Role.DEVELOPER);
        var list = awaited(developer, REQUESTS, "/v1/recipient");
        assertThat(list)
                .contains("GET /v1/balance", "VALIDATION_FAILED", "test")
                .doesNotContain("Siti");
        assertThat(developer.get(REQUESTS + "?outcome=refused").body()).doesNotContain("/v1/balance");
        assertThat(developer.get(REQUESTS + "?outcome=answered").body()).doesNotContain("/v1/recipient");
        assertThat(developer.get(REQUESTS + "?path=Recip").body())
                .contains("/v1/recipient")
                .doesNotContain("/v1/balance");
        for (var refusal : List.of("400", "validation_failed")) {
            assertThat(developer.get(REQUESTS + "?answer=" + refusal).body())
                    .contains("/v1/recipient")
                    .doesNotContain("/v1/balance");
        }
        var refused = developer
                .get(one(developer.get(REQUESTS + "?outcome=refused").body()))
                .body();
        assertThat(refused).contains("VALIDATION_FAILED", "bank").doesNotContain("Siti", "id=\"ours\"");
        assertThat(developer.get("/dashboard/developers/keys").body()).contains("<time");

        try (var other = Merchant.at(service)) {
            var stranger = new Merchants(other);
            assertThat(stranger.developer().get(one(list)).statusCode()).isEqualTo(404);
            assertThat(stranger.developer().get(REQUESTS).body()).doesNotContain("/v1/recipient");
        }
    }

    /// Creates users of another merchant.
    private record Merchants(Merchant merchant) {
        Person developer() {
            var user = users().create(
                            merchant.organizationId(),
                            service.clocks().newId() + "@example.com",
                            "Budi",
                            Role.DEVELOPER)
                    .user();
            return new Person(service.baseUrl(), user, sessions().open(user, "127.0.0.1", "test", true));
        }
    }

    @Test
    void people_at_pages_are_not_programs() {
        var developer = person(Role.DEVELOPER);
        developer.get("/dashboard/developers/webhooks");
        merchant.client().get("/v1/balance").expect(200);
        assertThat(awaited(developer, REQUESTS, "/v1/balance")).doesNotContain("/v1/webhook/endpoint");
    }

    @ParameterizedTest
    @ArgumentsSource(Widths.class)
    void a_refused_signature_is_explained_line_by_line(int width) {
        var right = MisSigned.post(service, merchant, "shop", BODY);
        var developer = person(Role.DEVELOPER);
        var list = awaited(developer, REQUESTS, "AUTH_BAD_SIGNATURE");
        var page = window(developer, width);
        page.navigate(REQUESTS);
        assertWellMade(page);
        page.navigate(one(list));
        assertThat(page.locator("#ours").textContent()).isEqualTo(right);
        assertWellMade(page);
        page.fill("#signed", right.replace("/v1/recipient", "/v1/recipients"));
        page.fill("#body", "not the body");
        page.click("main form button[type=submit]");
        page.locator("#lines").waitFor();
        assertThat(page.locator("#lines .status-red").count()).isEqualTo(1);
        assertThat(page.locator("tr:has(.status-red)").textContent()).contains("Path", "character 14");
        assertThat(page.locator("main").textContent()).contains("This is not the received body");
        assertWellMade(page);
        page.fill("#body", BODY);
        page.click("main form button[type=submit]");
        page.locator("#verdict").waitFor();
        assertThat(page.locator("#verdict").textContent()).contains("a newline after the last line");
        assertWellMade(page);
    }

    @Test
    void no_more_is_looked_at_than_a_program_may_have_signed() {
        var right = MisSigned.post(service, merchant, "shop", BODY);
        var developer = person(Role.DEVELOPER);
        var path = one(awaited(developer, REQUESTS, "AUTH_BAD_SIGNATURE"));
        for (var name : List.of("signed", "body")) {
            var sent = new HashMap<>(Map.of("signed", right, "body", BODY));
            sent.put(name, "x".repeat(65_537));
            assertThat(developer.post(path, sent).body())
                    .contains("Paste at most 65,536 characters")
                    .doesNotContain("id=\"lines\"", "id=\"verdict\"", "xxxx");
        }
        var manyLines = developer.post(path, Map.of("signed", "x\n".repeat(30_000), "body", ""));
        assertThat(manyLines.body()).contains("id=\"lines\"").hasSizeLessThan(500_000);
    }

    /// The API response explains nothing, but users with access to API clients may see the problem of a signature.
    @Test
    void a_live_deployment_explains_it_too_and_keeps_no_query_for_it() {
        try (var live = TestService.start(Map.of(
                        "SLUICE_ENVIRONMENT", "live",
                        "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
                        "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
                var shop = Merchant.of(live, Switches.sandbox(), EnumSet.allOf(Scope.class), false)) {
            var right = MisSigned.search(live, shop, "shop", "search=Siti");
            var developer = developer(live, shop.organizationId());
            var path = one(awaited(developer, REQUESTS, "AUTH_BAD_SIGNATURE"));
            assertThat(developer.get(path).body())
                    .contains("id=\"ours\"", "sha256:", "Only the SHA-256 of the query is stored")
                    .doesNotContain("Siti", "id=\"verdict\"");
            var wrong = developer.post(path, Map.of("signed", right.replace("Siti", "Budi"), "body", ""));
            assertThat(wrong.body()).contains(">Differs<").doesNotContain("Siti", "id=\"verdict\"");
            var known =
                    developer.post(path, Map.of("signed", right, "body", "")).body();
            assertThat(known).contains("a newline after the last line").doesNotContain(">Differs<");
        }
    }

    @Test
    void it_can_be_switched_off() {
        try (var silent = TestService.start(Map.of("SLUICE_REQUEST_LOG", "off"))) {
            var organizations = Organizations.wire(silent.connections(), silent.clocks());
            var user = developer(
                    silent, organizations.create("Acme", Switches.sandbox()).id());
            assertThat(user.get(REQUESTS).body()).contains("turned off the request log");
        }
    }

    private static Person developer(TestService at, UUID organizationId) {
        var organizations = Organizations.wire(at.connections(), at.clocks());
        var users = dev.sluice.merchant.Users.wire(
                at.connections(), at.clocks(), TenantDirectory.wire(at.connections()), new SecureRandom());
        var user = users.create(organizationId, "rani@example.com", "Rani", Role.DEVELOPER)
                .user();
        var token = dev.sluice.signin.Sessions.wire(
                        at.connections(), at.vault(), at.clocks(), organizations, users, new SecureRandom(), true)
                .open(user, "127.0.0.1", "test", true);
        return new Person(at.baseUrl(), user, token);
    }

    private static String one(String list) {
        var matcher = ONE.matcher(list);
        assertThat(matcher.find()).as(list).isTrue();
        return matcher.group();
    }

    /// Waits until a page contains a text.
    private static String awaited(Person person, String path, String text) {
        return Eventually.await(
                PATIENCE, path + " shows " + text, () -> person.get(path).body(), body -> body.contains(text));
    }
}
