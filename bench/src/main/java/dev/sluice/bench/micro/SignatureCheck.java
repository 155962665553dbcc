package dev.sluice.bench.micro;

import dev.sluice.client.RequestSigner;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/// The service's signature verification, for one client with one secret: the timestamp is within 300 seconds, and the
/// HMAC of the seven lines matches, compared in constant time.
record SignatureCheck(String clientId, String secret) {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String VERSION = "v1=";

    /// A request with its signature headers.
    record Signed(
            String clientId,
            String timestamp,
            String signature,
            String method,
            String path,
            String rawQuery,
            byte[] body) {}

    boolean passes(Signed request, Instant now) {
        if (!request.clientId().equals(clientId) || !isTimely(request.timestamp(), now)) {
            return false;
        }
        var text = RequestSigner.stringToSign(
                clientId, request.timestamp(), request.method(), request.path(), request.rawQuery(), request.body());
        return MessageDigest.isEqual(RequestSigner.hmac(secret, text), presented(request.signature()));
    }

    private static boolean isTimely(String timestamp, Instant now) {
        try {
            return Duration.between(Instant.parse(timestamp), now).abs().compareTo(TOLERANCE) <= 0;
        } catch (DateTimeException malformed) {
            return false;
        }
    }

    private static byte[] presented(String signature) {
        try {
            return signature.startsWith(VERSION)
                    ? HexFormat.of().parseHex(signature, VERSION.length(), signature.length())
                    : new byte[0];
        } catch (IllegalArgumentException malformed) {
            return new byte[0];
        }
    }

    /// Never shows the secret.
    @Override
    public String toString() {
        return "SignatureCheck[" + clientId + "]";
    }
}
