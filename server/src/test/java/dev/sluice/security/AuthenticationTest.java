package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Merchant;
import dev.sluice.MerchantTest;
import dev.sluice.TestClient;
import dev.sluice.TestClient.Reply;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.Scope;
import dev.sluice.client.Authentication;
import dev.sluice.merchant.Routing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// API2:2023, broken authentication: a captured request with another method, path, query, body, name or time, and
/// credentials that are none any more. The parts are shown one by one by `GuardTest`, `ReplayTest` and `RefusalsTest`.
class AuthenticationTest extends MerchantTest {
    private static final String PATH = "/v2/disbursement/fiat";

    /// Comparisons that stop at the first difference, where a secret's name stands beside them.
    private static final Pattern HASTY = Pattern.compile(
            "(?i)(?:Arrays\\.equals|Objects\\.equals)\\([^;]*(?:secret|signature|token|hmac|digest|password)"
                    + "|(?:secret|signature|hmac|password|formToken|sha256)\\w*(?:\\(\\))?\\.(?:equals|contentEquals|"
                    + "compareTo)\\(");

    /// Comparisons whose time tells nobody anything, and why.
    private static final Map<String, String> NO_SECRETS = Map.of(
            "Recipe.java:", "which mistake a signature has is told to its own author",
            "SignatureCheck.java:", "the same: the hash is of the author's own body",
            "NewPassword.java:", "a new password and its repetition, from one form",
            "ExtendedKey.java:", "whether a number lies on the curve, when keys are made");

    private ApiClient.WithSecret newClient() {
        return service.apiClients().create(merchant.organizationId(), "captured", Allowlist.ANY);
    }

    private Map<String, String> signed(
            ApiClient.WithSecret client, Instant at, String method, String target, String body) {
        return Authentication.signature(client.client().clientId(), client.secret())
                .headers(at, method, service.baseUrl().resolve(target), body.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply send(String method, String target, String body, Map<String, String> headers) {
        try (var anybody = TestClient.anonymous(service.baseUrl())) {
            return anybody.send(method, target, body.isEmpty() ? null : body, headers);
        }
    }

    @Test
    void a_captured_signature_is_good_for_its_request_and_nothing_else() {
        var body = Merchant.idr(Merchant.item("1234567890", "10000"));
        var captured = signed(newClient(), Instant.now(), "POST", PATH, body);
        for (var attack : List.of(
                List.of("POST", PATH, body.replace("10000", "90000")),
                List.of("POST", PATH, body + " "),
                List.of("POST", PATH + "?a=b", body),
                List.of("POST", "/v1/disbursement/fiat", body),
                List.of("POST", "/v1/recipient", body),
                List.of("GET", "/v1/balance", ""),
                List.of("PATCH", "/v1/recipient/x", body))) {
            var refused = send(attack.get(0), attack.get(1), attack.get(2), captured);
            assertThat(refused.status()).as(attack + refused.toString()).isEqualTo(401);
        }
        assertThat(merchant.payouts()).isZero();
        send("POST", PATH, body, captured).expect(201);
        var again = send("POST", PATH, body, captured);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(merchant.payouts()).isEqualTo(1);
    }

    @Test
    void a_signature_is_nobody_elses_and_of_no_other_time() {
        var client = newClient();
        for (var change : List.of(
                Map.of("X-Client-ID", newClient().client().clientId()),
                Map.of("X-Client-ID", client.client().clientId() + "x"),
                Map.of("X-Timestamp", Instant.now().plusSeconds(60).toString()),
                Map.of("X-Signature", ""),
                Map.of("X-Signature", "v1=" + "0".repeat(64)),
                Map.of("X-Signature", "none"))) {
            var headers = new HashMap<>(signed(client, Instant.now(), "GET", "/v1/balance", ""));
            headers.putAll(change);
            assertThat(send("GET", "/v1/balance", "", headers).status())
                    .as(change.toString())
                    .isEqualTo(401);
        }
        for (long seconds : new long[] {-3_600, -301, 301, 3_600}) {
            var headers = signed(client, Instant.now().plusSeconds(seconds), "GET", "/v1/balance", "");
            assertThat(send("GET", "/v1/balance", "", headers).code()).isEqualTo("AUTH_TIMESTAMP_SKEW");
        }
    }

    @Test
    void credentials_that_were_taken_away_open_nothing() {
        var client = newClient();
        send("GET", "/v1/balance", "", signed(client, Instant.now(), "GET", "/v1/balance", ""))
                .expect(200);
        service.apiClients().revoke(client.client().clientId());
        awaitRefused(() -> send("GET", "/v1/balance", "", signed(client, Instant.now(), "GET", "/v1/balance", ""))
                .status());
        var keys = ApiKeys.wire(
                service.connections(), service.clocks(), Routing.wire(service.connections()), new SecureRandom(), true);
        var key = keys.create(merchant.organizationId(), "gone", EnumSet.of(Scope.READ), Allowlist.ANY);
        var elsewhere = keys.create(
                merchant.organizationId(), "office", EnumSet.of(Scope.READ), Allowlist.parse(List.of("203.0.113.7")));
        assertThat(bearer(key.token())).isEqualTo(200);
        assertThat(bearer(elsewhere.token())).isEqualTo(403);
        keys.revoke(merchant.organizationId(), key.key().id());
        awaitRefused(() -> bearer(key.token()));
        assertThat(bearer(key.token().toUpperCase(java.util.Locale.ROOT))).isEqualTo(401);
        assertThat(bearer("")).isEqualTo(401);
    }

    /// What was taken away elsewhere than on the node that is asked is known to it after a few seconds.
    private static void awaitRefused(IntSupplier status) {
        for (int tries = 0; status.getAsInt() != 401; tries++) {
            assertThat(tries).isLessThan(100);
            pause(200);
        }
    }

    private static int bearer(String token) {
        return send("GET", "/v1/balance", "", Map.of("Authorization", "Bearer " + token))
                .status();
    }

    /// Read in the source: how long a comparison takes cannot be measured on a machine that others use too.
    @Test
    void secrets_are_compared_in_a_time_that_tells_nothing() throws IOException {
        var hasty = new ArrayList<String>();
        int careful = 0;
        for (var sources : List.of(Path.of("src", "main", "java"), Path.of("..", "client", "src", "main", "java"))) {
            try (var files = Files.walk(sources)) {
                for (var file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    var lines = Files.readAllLines(file);
                    for (int i = 0; i < lines.size(); i++) {
                        careful += lines.get(i).contains("MessageDigest.isEqual") ? 1 : 0;
                        if (HASTY.matcher(lines.get(i)).find()) {
                            hasty.add(file.getFileName() + ":" + (i + 1) + " "
                                    + lines.get(i).strip());
                        }
                    }
                }
            }
        }
        assertThat(careful).isGreaterThanOrEqualTo(10);
        hasty.removeIf(each -> NO_SECRETS.keySet().stream().anyMatch(each::startsWith));
        assertThat(hasty).isEmpty();
    }
}
