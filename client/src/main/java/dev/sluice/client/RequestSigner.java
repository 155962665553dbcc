package dev.sluice.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Request signature, version 1: seven lines, HMAC-SHA256, lower-case hex. Both sides use this class, so that a client
/// and the service can never differ about the signed text. Source: `docs/signing.md`.
public final class RequestSigner {
    private static final HexFormat HEX = HexFormat.of();

    private RequestSigner() {}

    /// The text that is signed: `v1`, client id, timestamp, method, path, raw query (empty if none) and the
    /// lower-case hex SHA-256 of the body's bytes, joined by line feeds, with none at the end.
    public static String stringToSign(
            String clientId, String timestamp, String method, String path, String rawQuery, byte[] body) {
        return String.join("\n", "v1", clientId, timestamp, method, path, rawQuery, sha256Hex(body));
    }

    /// The value of `X-Signature`: `v1=` and the lower-case hex HMAC-SHA256 of the string to sign.
    public static String signature(String secret, String stringToSign) {
        return "v1=" + HEX.formatHex(hmac(secret, stringToSign));
    }

    /// The raw HMAC-SHA256 of the string to sign, 32 bytes.
    public static byte[] hmac(String secret, String stringToSign) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(stringToSign.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
        }
    }

    static String sha256Hex(byte[] bytes) {
        try {
            return HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
