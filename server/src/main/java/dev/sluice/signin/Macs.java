package dev.sluice.signin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Proofs that a text is ours (HMAC-SHA256), for one purpose each.
record Macs(byte[] key) {
    private static final String HMAC = "HmacSHA256";

    String of(String text) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + HMAC, impossible);
        }
    }

    /// Compared in constant time.
    boolean isOf(String text, String mac) {
        return MessageDigest.isEqual(of(text).getBytes(StandardCharsets.UTF_8), mac.getBytes(StandardCharsets.UTF_8));
    }

    /// Never shows the key.
    @Override
    public String toString() {
        return "Macs[]";
    }
}
