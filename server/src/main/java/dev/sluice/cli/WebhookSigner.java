package dev.sluice.cli;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The signature of webhooks, version 1: HMAC-SHA256 over id, time and body.
/// Source: [Standard Webhooks](https://www.standardwebhooks.com).
final class WebhookSigner {
    /// What a signature in a header begins with.
    static final String VERSION = "v1,";

    static final String SECRET_PREFIX = "whsec_";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES = 32;

    private WebhookSigner() {}

    static String freshSecret(RandomGenerator random) {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return SECRET_PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /// The key that a secret is the text of.
    ///
    /// @throws IllegalArgumentException where it is no such text; the message does not quote it
    static byte[] key(String secret) {
        var text = secret.startsWith(SECRET_PREFIX) ? secret.substring(SECRET_PREFIX.length()) : secret;
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException("a webhook's secret is whsec_ and base64");
        }
    }

    /// What comes before the body in what is signed.
    static String before(String id, String timestamp) {
        return id + "." + timestamp + ".";
    }

    static String header(byte[] key, String id, String timestamp, byte[] body) {
        return VERSION + Base64.getEncoder().encodeToString(hmac(key, joined(before(id, timestamp), body)));
    }

    static byte[] joined(String before, byte[] body) {
        var head = before.getBytes(StandardCharsets.UTF_8);
        var all = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, all, head.length, body.length);
        return all;
    }

    static byte[] hmac(byte[] key, byte[] message) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(message);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
