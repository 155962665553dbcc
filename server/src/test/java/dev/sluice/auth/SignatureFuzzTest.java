package dev.sluice.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.client.RequestSigner;
import dev.sluice.fuzz.Oddities;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;

/// Arbitrary texts in place of signatures and times: the request is accepted if one of the first eight signatures is
/// right, and has one documented refusal otherwise.
class SignatureFuzzTest {
    private static final Instant NOW = Instant.parse("2026-11-21T02:30:00Z");
    private static final String TIME = NOW.toString();
    private static final String SECRET = "whsec-of-nobody";
    private static final int LOOKED_AT_MAX = 8;
    private static final List<String> BETWEEN = List.of(" ", " ", " ", "  ", ",", "\t", ";", "\u00a0");

    private static final ApiClients.Signer SIGNER = new ApiClients.Signer(
            new ApiClient(
                    UUID.randomUUID(),
                    UUID.randomUUID(),
                    "client",
                    "fuzz",
                    Scope.ALL,
                    Allowlist.ANY,
                    List.of(),
                    Optional.empty(),
                    true),
            List.of(
                    new ApiClients.OpenSecret("the one before", Optional.empty()),
                    new ApiClients.OpenSecret(SECRET, Optional.empty())));

    private static int accepted;
    private static int refused;

    @AfterContainer
    static void tell() {
        System.out.println("Signature fuzz: " + accepted + " accepted, " + refused + " refused");
    }

    @Property(tries = 5_000)
    void a_request_is_accepted_where_a_right_signature_is_among_the_first_eight(@ForAll("headers") String header) {
        var hex = right(TIME).substring("v1=".length());
        boolean isRight = Arrays.stream(header.strip().split(" +"))
                .limit(LOOKED_AT_MAX)
                .map(part -> part.startsWith("v1=") ? part.substring("v1=".length()) : part)
                .anyMatch(part -> part.toLowerCase(Locale.ROOT).equals(hex));
        assertThat(outcome(TIME, header)).isEqualTo(isRight ? "" : Refusal.AUTH_BAD_SIGNATURE.code());
    }

    @Example
    void a_right_signature_after_eight_others_is_not_looked_at() {
        var other = "v1=" + "0".repeat(64) + " ";
        assertThat(outcome(TIME, other.repeat(LOOKED_AT_MAX - 1) + right(TIME))).isEmpty();
        assertThat(outcome(TIME, other.repeat(LOOKED_AT_MAX) + right(TIME)))
                .isEqualTo(Refusal.AUTH_BAD_SIGNATURE.code());
    }

    @Provide
    Arbitrary<String> headers() {
        var right = right(TIME);
        var hex = right.substring("v1=".length());
        var damaged = Arbitraries.integers()
                .between(0, right.length() - 1)
                .map(at -> right.substring(0, at) + (right.charAt(at) == '0' ? '1' : '0') + right.substring(at + 1));
        var odd = Arbitraries.of(
                hex.toUpperCase(Locale.ROOT),
                "V1=" + hex,
                "v1 =" + hex,
                "v1=v1=" + hex,
                "v2=" + hex,
                "v1=0x" + hex,
                "v1=" + hex + "0",
                "v1=" + hex.substring(1),
                "v1=" + "g".repeat(64),
                "v1=" + "١".repeat(64),
                "v1=" + "0".repeat(64),
                "v1=",
                "=");
        var part = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.of(right, hex)),
                Tuple.of(3, damaged),
                Tuple.of(4, odd),
                Tuple.of(2, Arbitraries.of(Oddities.TEXTS)),
                Tuple.of(1, Arbitraries.strings().ofMaxLength(80)));
        return part.list()
                .ofMaxSize(12)
                .flatMap(parts -> Arbitraries.of(BETWEEN).map(between -> String.join(between, parts)));
    }

    /// A signed time in any of its formats is accepted within five minutes.
    @Property(tries = 5_000)
    void a_time_is_near_or_refused(@ForAll("times") String time) {
        boolean isNear = SignedTime.parse(time)
                .filter(at -> Duration.between(at, NOW).abs().compareTo(SignedTime.TOLERANCE) <= 0)
                .isPresent();
        assertThat(outcome(time, right(time))).isEqualTo(isNear ? "" : Refusal.AUTH_TIMESTAMP_SKEW.code());
    }

    @Provide
    Arbitrary<String> times() {
        var near = Arbitraries.longs()
                .between(-600_000, 600_000)
                .map(NOW::plusMillis)
                .flatMap(at -> Arbitraries.of(
                        at.toString(),
                        at.toString().replace("Z", "+00:00"),
                        Long.toString(at.getEpochSecond()),
                        Long.toString(at.toEpochMilli())));
        var damaged = near.flatMap(text -> Arbitraries.integers()
                .between(0, text.length() - 1)
                .flatMap(at -> Arbitraries.chars()
                        .numeric()
                        .with('-', ':', 'T', 'Z', '+', '.', ' ', '٣', '１', '\u0000')
                        .map(other -> text.substring(0, at) + other + text.substring(at + 1))));
        return Arbitraries.oneOf(
                near,
                damaged,
                damaged,
                Arbitraries.of(Oddities.TEXTS),
                Arbitraries.strings().ofMaxLength(60),
                Arbitraries.strings().numeric().ofMaxLength(25));
    }

    private static String right(String time) {
        return RequestSigner.signature(
                SECRET, RequestSigner.stringToSign("client", time, "POST", "/v1/payout", "a=%20&b", body()));
    }

    private static byte[] body() {
        return "{\"amount\":1}".getBytes(StandardCharsets.UTF_8);
    }

    /// Returns the refusal's code; empty if the request is accepted.
    private static String outcome(String time, String header) {
        var request =
                new Request("fuzz", Method.POST, "/v1/payout", "a=%20&b", body(), "127.0.0.1", Map.of(), _ -> null);
        try {
            var signed = new Signatures(InstantSource.fixed(NOW), true).verify(request, SIGNER, time, header);
            assertThat(signed.digest())
                    .isEqualTo(Sha256.of(
                            RequestSigner.stringToSign("client", time, "POST", "/v1/payout", "a=%20&b", body())));
            accepted++;
            return "";
        } catch (Refused refusal) {
            refused++;
            return refusal.refusal().code();
        }
    }
}
