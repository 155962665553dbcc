package dev.sluice.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/// Random texts for ids, secrets and keys, and the hash under which a key is kept.
final class Tokens {
    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 15;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final SecureRandom random;
    private final boolean sandbox;

    Tokens(SecureRandom random, boolean sandbox) {
        this.random = random;
        this.sandbox = sandbox;
    }

    String clientId() {
        return "cl_" + text(ID_BYTES);
    }

    String clientSecret() {
        return (sandbox ? "cs_test_" : "cs_live_") + text(SECRET_BYTES);
    }

    String apiKey() {
        return keyPrefix() + text(SECRET_BYTES);
    }

    /// What every API key of this deployment begins with.
    String keyPrefix() {
        return sandbox ? "sk_test_" : "sk_live_";
    }

    static byte[] sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] sha256(byte[]... parts) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    private String text(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return BASE64.encodeToString(bytes);
    }
}
