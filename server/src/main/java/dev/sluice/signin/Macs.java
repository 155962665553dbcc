package dev.sluice.signin;

import dev.sluice.vault.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/// Message authentication codes of texts, with one key per purpose.
final class Macs {
    private final Hmac hmac;

    Macs(byte[] key) {
        hmac = new Hmac(key);
    }

    String of(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hmac.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Compares in constant time.
    boolean isOf(String text, String mac) {
        return MessageDigest.isEqual(of(text).getBytes(StandardCharsets.UTF_8), mac.getBytes(StandardCharsets.UTF_8));
    }
}
