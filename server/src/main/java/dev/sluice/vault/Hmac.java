package dev.sluice.vault;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// HMAC-SHA256 under one key. Without the key, nobody can make a proof or guess its input by trial.
public final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    public Hmac(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    public byte[] of(byte[] bytes) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }

    /// Returns the text form without the key.
    @Override
    public String toString() {
        return "Hmac[]";
    }
}
