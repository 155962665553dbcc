package dev.sluice.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import dev.sluice.app.TestClient;
import dev.sluice.app.TestClient.Reply;
import dev.sluice.auth.Allowlist;
import dev.sluice.auth.ApiClient;
import dev.sluice.auth.Scope;
import dev.sluice.client.Authentication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// API2:2023, broken authentication: a captured request with another method, path, query, body, name or time, and
/// credentials that are no longer valid. `GuardTest`, `ReplayTest` and `RefusalsTest` test the parts one by one.
class AuthenticationTest extends MerchantTest {
    private static final String PATH = "/v2/disbursement/fiat";

    /// Number of constant-time comparisons of secrets and their proofs in each file. If one vanishes, another kind
    /// of comparison has replaced it.
    private static final Map<String, Long> CAREFUL = Map.ofEntries(
            Map.entry("audit/ChainVerifier.java", 2L),
            Map.entry("audit/Chains.java", 1L),
            Map.entry("audit/Seals.java", 1L),
            Map.entry("change/ChangeMac.java", 1L),
            Map.entry("auth/Signatures.java", 1L),
            Map.entry("client/Webhooks.java", 1L),
            Map.entry("config/MasterKey.java", 1L),
            Map.entry("dashboard/FormIds.java", 1L),
            Map.entry("dashboard/CsrfCheck.java", 1L),
            Map.entry("disbursement/proof/ProofLink.java", 1L),
            Map.entry("merchant/Passwords.java", 1L),
            Map.entry("rail/evm/key/Keystore.java", 1L),
            Map.entry("rail/iso20022/payout/FileContent.java", 1L),
            Map.entry("rail/iso20022/transport/FileTransport.java", 2L),
            Map.entry("signin/Macs.java", 1L),
            Map.entry("signin/Passkeys.java", 1L),
            Map.entry("signin/Token.java", 1L),
            Map.entry("signin/Totp.java", 1L),
            Map.entry("vault/RecordMac.java", 1L));

    private static final Pattern CONSTANT_TIME = Pattern.compile("\\bMessageDigest\\s*\\.\\s*isEqual\\(");

    /// Comparisons that stop at the first difference, with the name of a secret or of its expected value beside
    /// them, on either side and line.
    private static final Pattern HASTY = Pattern.compile("(?i)"
            + "(?:Arrays|Objects)\\.equals\\([^;{}]*(?:secret|signature|token|hmac|digest|password|expected|sha256)"
            + "|(?:(?:secret|signature|hmac|password|formToken|sha256|expected)\\w*|\\b(?:mac|digest|codeOf))"
            + "(?:\\([^();{}]*\\))?\\s*\\.(?:equals|equalsIgnoreCase|contentEquals|compareTo)\\("
            + "|\\.(?:equals|equalsIgnoreCase|contentEquals|compareTo)\\("
            + "(?:\\w*(?:secret|signature|hmac|password|formToken|sha256|expected)\\w*|mac|digest|given)"
            + "(?:\\(\\))?\\)");

    /// Comparisons with a time that reveals nothing, with the reason.
    private static final Map<String, String> NO_SECRETS = Map.of(
            "dashboard/AuditEntries.java", "how much of a field is written down, and all of it",
            "dashboard/NewPassword.java", "a new password and its repetition, from one form",
            "dashboard/developer/SignatureCheck.java", "the same: the hash is of the author's own body",
            "rail/evm/key/ExtendedKey.java", "whether a number lies on the curve, when keys are made",
            "rail/iso20022/inbound/FileContent.java", "the hash of a bank's file, which is no secret",
            "rail/iso20022/rehearsal/TestFileStore.java", "the hash of a bank's file, which is no secret",
            "signaturecheck/Recipe.java", "which mistake a signature has is told to its own author",
            "signaturecheck/WebhookRecipes.java", "the author's own secret, with its prefix and without");

    private ApiClient.WithSecret newClient() {
        return service.apiClients().create(merchant.organizationId(), "captured", Scope.ALL, Allowlist.ANY);
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
        var keys = service.apiKeys();
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

    /// Waits until a credential is refused: a node learns after a few seconds that another node revoked it.
    private static void awaitRefused(IntSupplier status) {
        Eventually.within(Duration.ofMinutes(1), "it is refused", () -> status.getAsInt() == 401);
    }

    private static int bearer(String token) {
        return send("GET", "/v1/balance", "", Map.of("Authorization", "Bearer " + token))
                .status();
    }

    /// Checks the source, because the time of a comparison cannot be measured on a shared machine.
    @Test
    void secrets_are_compared_in_a_time_that_tells_nothing() throws IOException {
        var careful = new TreeMap<String, Long>();
        var hasty = new TreeMap<String, List<String>>();
        for (var sources : List.of(Path.of("src", "main", "java"), Path.of("..", "client", "src", "main", "java"))) {
            var ours = sources.resolve("dev", "sluice");
            try (var files = Files.walk(ours)) {
                for (var file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    var name = ours.relativize(file).toString().replace('\\', '/');
                    var source = Files.readString(file);
                    long equal = CONSTANT_TIME.matcher(source).results().count();
                    if (equal > 0) {
                        careful.put(name, equal);
                    }
                    var found = hasty(source);
                    if (!found.isEmpty()) {
                        hasty.put(name, found);
                    }
                }
            }
        }
        assertThat(careful).isEqualTo(new TreeMap<>(CAREFUL));
        assertThat(hasty.keySet())
                .as("each is another's secret, or its reason stands here: " + hasty)
                .isEqualTo(new TreeSet<>(NO_SECRETS.keySet()));
        assertThat(hasty.values()).as(hasty.toString()).allMatch(found -> found.size() == 1);
    }

    private static List<String> hasty(String source) {
        return HASTY.matcher(source).results().map(MatchResult::group).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if (!expected.equals(given)) {",
                "if (!given.equals(expected)) {",
                "if (!visitor.formToken().equals(sent)) {",
                "boolean equal = codeOf(step).equals(code);",
                "return Arrays.equals(hmac(key, body), sent);",
                "return Arrays.equals(\n        sent, signature(key));",
                "return Objects.equals(known.secret(), sent);",
                "return mac\n        .equals(of(text));",
                "return of(text).equals(mac);",
                "return sha256().contentEquals(sent);",
                "return sent.compareTo(clientSecret()) == 0;",
                "return passwordHash.equalsIgnoreCase(sent);",
            })
    void a_comparison_that_stops_at_the_first_difference_is_found(String planted) {
        assertThat(hasty(planted)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return MessageDigest.isEqual(expected, signature);",
                "return token.equals(coin);",
                "return currency.code().equals(code);",
                "if (Objects.equals(a, b)) {\n    return secret;",
                "if (expected.transfers() != actual.transfers()) {",
                "return block.hash().equals(seen.hash());",
            })
    void a_comparison_of_what_is_no_secret_is_spared(String planted) {
        assertThat(hasty(planted)).isEmpty();
    }
}
