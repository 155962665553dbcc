package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.app.TestService;
import dev.sluice.auth.Scope;
import dev.sluice.merchant.Switches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/// API5:2023, broken function level authorization: every operation of the contract, with a key of each scope, and the
/// sandbox-only operations, in a live deployment. `AuthorizationTest` covers the dashboard's roles.
class FunctionLevelTest {
    private static final Pattern SCOPE = Pattern.compile("needs\\s+the\\s+scope\\s+`([a-z]+)`");
    /// Maximum number of operations without a caller: payers' pages, health, and public data, for example.
    private static final int OPEN_MAX = 20;

    /// Returns the scope of each operation according to the contract.
    private static Map<String, Scope> scopes() {
        var scopes = new TreeMap<String, Scope>();
        int[] open = {0};
        Names.forEachOperation((name, operation) -> {
            var matcher = SCOPE.matcher(operation.path("description").asString(""));
            if (matcher.find()) {
                scopes.put(name, Scope.of(matcher.group(1)));
            } else {
                assertThat(operation.path("security"))
                        .as(name + " is open, or says its scope")
                        .isEmpty();
                assertThat(operation.has("security"))
                        .as(name + " is open, or says its scope")
                        .isTrue();
                open[0]++;
            }
        });
        assertThat(open[0]).isLessThan(OPEN_MAX);
        return scopes;
    }

    private static Reply ask(Merchant merchant, String operation) {
        var method = operation.substring(0, operation.indexOf(' '));
        var path = operation
                .substring(operation.indexOf(' ') + 1)
                .replaceAll("\\{[^}]*}", "01993f80-4d0a-7c21-9a5e-1b7f3c2d4e60");
        return merchant.client().send(method, path, method.equals("GET") ? null : "{}", Map.of());
    }

    @Test
    void a_key_of_one_scope_is_refused_at_the_operations_of_all_others() {
        var scopes = scopes();
        assertThat(scopes.values()).containsAll(EnumSet.allOf(Scope.class));
        try (var service = TestService.start()) {
            var keys = new EnumMap<Scope, Merchant>(Scope.class);
            for (var scope : Scope.values()) {
                keys.put(scope, Merchant.of(service, Switches.sandbox(), EnumSet.of(scope), true));
            }
            SoftAssertions.assertSoftly(all -> scopes.forEach((operation, needed) -> keys.forEach((scope, merchant) -> {
                var reply = ask(merchant, operation);
                if (scope == needed) {
                    all.assertThat(reply.status())
                            .as(operation + " with " + scope)
                            .isNotIn(401, 403, 500);
                } else {
                    all.assertThat(reply.status())
                            .as(operation + " with " + scope)
                            .isEqualTo(403);
                    all.assertThat(reply.code())
                            .as(operation + " with " + scope)
                            .isEqualTo("AUTH_SCOPE");
                }
            })));
            keys.values().forEach(Merchant::close);
        }
    }

    static final Map<String, String> LIVE = Map.of(
            "SLUICE_ENVIRONMENT", "live",
            "SLUICE_DATABASE_URL", "postgresql://sluice@127.0.0.1/sluice",
            "SLUICE_MASTER_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");

    private static int status(URI page) {
        try {
            return ((HttpURLConnection) page.toURL().openConnection()).getResponseCode();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void what_the_sandbox_alone_has_is_closed_where_money_is_real() {
        var ofTheSandbox =
                Set.of("PATCH /v1/disbursement/{disbursementId}", "PATCH /v1/deposit/{depositIdOrReference}");
        var tried = new TreeSet<String>();
        try (var service = TestService.start(LIVE);
                var merchant = Merchant.of(service, Switches.sandbox(), EnumSet.allOf(Scope.class), false)) {
            Names.forEachOperation((operation, _) -> {
                if (operation.contains("/v1/sandbox/") || ofTheSandbox.contains(operation)) {
                    var reply = ask(merchant, operation);
                    assertThat(reply.status()).as(operation + reply).isEqualTo(403);
                    assertThat(reply.code()).as(operation + reply).isEqualTo("SANDBOX_ONLY");
                    tried.add(operation);
                }
            });
            assertThat(status(service.baseUrl().resolve("/sandbox/wallet/IDR/OVO/081234567890")))
                    .isEqualTo(404);
        }
        assertThat(tried).hasSizeGreaterThanOrEqualTo(5).contains("POST /v1/sandbox/deposit/{depositId}/pay");
    }

    /// The page exists, with a deposit that waits for its payer: a sandbox has created it in the same database.
    @Test
    void the_payer_of_the_sandbox_pays_no_page_where_money_is_real() {
        try (var sandbox = TestService.start();
                var merchant = Merchant.at(sandbox);
                var live = sandbox.sibling(LIVE);
                var anybody = TestClient.anonymous(live.baseUrl())) {
            var created = merchant.client()
                    .post("/v1/checkout", "{\"inputCurrency\":\"IDR\",\"inputAmount\":250000}")
                    .expect(200)
                    .data();
            var id = Merchant.text(created, "id");
            var page = "/checkout/" + id;
            merchant.client()
                    .send("POST", page, "method=014_VA", Map.of("Content-Type", "application/x-www-form-urlencoded"))
                    .expect(303);
            anybody.get(page).expect(200);
            anybody.send("POST", page + "/pay", null, Map.of()).expect(404);
            assertThat(Merchant.text(merchant.deposit(id), "status")).isEqualTo("pending");
            merchant.client().send("POST", page + "/pay", null, Map.of()).expect(303);
            merchant.awaitDeposit(id, "completed");
        }
    }
}
