package dev.sluice.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signature of webhooks, version 1: HMAC-SHA256 over id, time and body. Both sides use this class, so that a client
/// and the service can never differ about the signed text. Source: [Standard
/// Webhooks](https://www.standardwebhooks.com).
public final class WebhookSigner {
    /// Prefix of a signature in a header.
    public static final String VERSION = "v1,";

    /// Prefix of a secret.
    public static final String SECRET_PREFIX = "whsec_";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;
    private static final int SECRET_BYTES_MIN = 24;
    private static final int SECRET_BYTES_MAX = 64;

    private WebhookSigner() {}

    public static String freshSecret(RandomGenerator random) {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return SECRET_PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /// Returns the key of a secret's text: 24 to 64 bytes, as in the standard.
    ///
    /// @throws IllegalArgumentException if the text is malformed; the message does not quote it
    public static byte[] key(String secret) {
        if (!secret.startsWith(SECRET_PREFIX)) {
            throw noSecret("this one does not begin with " + SECRET_PREFIX);
        }
        byte[] key;
        try {
            key = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
        } catch (IllegalArgumentException malformed) {
            // The cause would quote the secret.
            throw noSecret("what follows " + SECRET_PREFIX + " in this one is not base64");
        }
        if (key.length < SECRET_BYTES_MIN || key.length > SECRET_BYTES_MAX) {
            throw noSecret("this one is of " + key.length);
        }
        return key;
    }

    private static IllegalArgumentException noSecret(String reason) {
        return new IllegalArgumentException("a webhook's secret is " + SECRET_PREFIX + " and base64 of "
                + SECRET_BYTES_MIN + " to " + SECRET_BYTES_MAX + " bytes; " + reason);
    }

    /// Returns the part of the signed text before the body.
    public static String before(String id, String timestamp) {
        return id + "." + timestamp + ".";
    }

    /// Returns one signature, in the form of the header `webhook-signature`.
    public static String signature(byte[] key, String id, String timestamp, byte[] body) {
        var prefix = before(id, timestamp).getBytes(StandardCharsets.UTF_8);
        return VERSION + Base64.getEncoder().encodeToString(hmac(key, prefix, body));
    }

    /// Returns the raw HMAC-SHA256 of the concatenated parts, 32 bytes.
    public static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (var part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
