package dev.sluice.auth;

import java.security.SecureRandom;
import java.util.Base64;

/// Random texts for ids, secrets and keys.
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

    /// Returns the prefix of every API key of this deployment.
    String keyPrefix() {
        return sandbox ? "sk_test_" : "sk_live_";
    }

    private String text(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return BASE64.encodeToString(bytes);
    }
}
