package dev.sluice.auth;

import dev.sluice.auth.ApiClients.OpenSecret;
import dev.sluice.client.RequestSigner;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.text.Sha256;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Verifies request signatures over the raw bytes, with any of the client's live secrets, in constant time, and a
/// timestamp within 300 seconds of the real clock.
final class Signatures {
    /// Maximum number of signatures to check; a rotation needs two.
    private static final int SIGNATURES_MAX = 8;

    private static final int SIGNATURE_BYTES = 32;
    private static final String VERSION = "v1=";

    private final InstantSource realClock;
    private final boolean sandbox;

    Signatures(InstantSource realClock, boolean sandbox) {
        this.realClock = realClock;
        this.sandbox = sandbox;
    }

    /// Digest of the signed text, which makes the signature single-use, and the creator of the matching one of the
    /// live secrets.
    record Signed(byte[] digest, Optional<KeyMaker> secretMaker) {}

    /// @throws Refused `AUTH_TIMESTAMP_SKEW` or `AUTH_BAD_SIGNATURE`
    Signed verify(Request request, ApiClients.Signer signer, String timestamp, String header) {
        requireTimely(timestamp);
        var presented = presented(header);
        for (var method : methods(request)) {
            var text = RequestSigner.stringToSign(
                    signer.client().clientId(), timestamp, method, request.path(), request.rawQuery(), request.body());
            var matched = matching(signer.secrets(), text, presented);
            if (matched.isPresent()) {
                return new Signed(Sha256.of(text), matched.get().maker());
            }
        }
        throw mismatch(request, signer.client().clientId(), timestamp);
    }

    private void requireTimely(String timestamp) {
        var now = realClock.instant();
        boolean timely = SignedTime.parse(timestamp)
                .map(signed -> Duration.between(signed, now).abs().compareTo(SignedTime.TOLERANCE) <= 0)
                .orElse(false);
        if (!timely) {
            throw Refusal.AUTH_TIMESTAMP_SKEW.refused().with("serverTime", now);
        }
    }

    /// Tries all secrets against all signatures even after a match, so that the timing reveals nothing.
    private static Optional<OpenSecret> matching(List<OpenSecret> secrets, String text, List<byte[]> presented) {
        var matched = Optional.<OpenSecret>empty();
        for (var secret : secrets) {
            var expected = RequestSigner.hmac(secret.text(), text);
            for (var signature : presented) {
                matched = MessageDigest.isEqual(expected, signature) ? Optional.of(secret) : matched;
            }
        }
        return matched;
    }

    /// HEAD is served as GET, but its signature covers the method that was sent.
    private static List<String> methods(Request request) {
        return request.method() == Method.GET
                ? List.of("GET", "HEAD")
                : List.of(request.method().name());
    }

    private Refused mismatch(Request request, String clientId, String timestamp) {
        var refused = Refusal.AUTH_BAD_SIGNATURE.refused();
        return sandbox
                ? refused.with(
                        "stringToSign",
                        RequestSigner.stringToSign(
                                clientId,
                                timestamp,
                                request.method().name(),
                                request.path(),
                                request.rawQuery(),
                                request.body()))
                : refused;
    }

    /// Parses the signatures of a header: `v1=` and hex, or bare hex, separated by spaces. Skips others, so that
    /// clients can send a later version beside this one.
    private static List<byte[]> presented(String header) {
        var signatures = new ArrayList<byte[]>();
        var parts = header.strip().split(" +", SIGNATURES_MAX + 1);
        for (var part : List.of(parts).subList(0, Math.min(parts.length, SIGNATURES_MAX))) {
            var hex = part.startsWith(VERSION) ? part.substring(VERSION.length()) : part;
            if (hex.length() == 2 * SIGNATURE_BYTES && hex.chars().allMatch(HexFormat::isHexDigit)) {
                signatures.add(HexFormat.of().parseHex(hex));
            }
        }
        return signatures;
    }
}
