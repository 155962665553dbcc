package dev.sluice.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The signature of webhooks, version 1: HMAC-SHA256 over id, time and body. Both sides use this class, so that a
/// client and the service can never differ about what is signed.
/// Source: [Standard Webhooks](https://www.standardwebhooks.com).
public final class WebhookSigner {
    /// What a signature in a header begins with.
    public static final String VERSION = "v1,";

    /// What a secret begins with.
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

    /// The key that a secret is the text of: 24 to 64 bytes, as the standard has it.
    ///
    /// @throws IllegalArgumentException where it is no such text; the message does not quote it
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

    private static IllegalArgumentException noSecret(String why) {
        return new IllegalArgumentException("a webhook's secret is " + SECRET_PREFIX + " and base64 of "
                + SECRET_BYTES_MIN + " to " + SECRET_BYTES_MAX + " bytes; " + why);
    }

    /// What comes before the body in what is signed.
    public static String before(String id, String timestamp) {
        return id + "." + timestamp + ".";
    }

    /// One signature, as the header `webhook-signature` has it.
    public static String signature(byte[] key, String id, String timestamp, byte[] body) {
        var prefix = before(id, timestamp).getBytes(StandardCharsets.UTF_8);
        return VERSION + Base64.getEncoder().encodeToString(hmac(key, prefix, body));
    }

    /// The raw HMAC-SHA256 of what some parts are together, 32 bytes.
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
