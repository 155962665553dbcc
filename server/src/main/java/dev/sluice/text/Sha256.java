package dev.sluice.text;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

/// SHA-256 (FIPS 180-4), 32 bytes. It does not protect guessable values: those need a keyed hash.
public final class Sha256 {
    private Sha256() {}

    /// Returns the hash of concatenated parts.
    public static byte[] of(byte[]... parts) {
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

    /// Returns the hash of a text in UTF-8.
    public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the hash in lower-case hexadecimal digits.
    public static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(of(bytes));
    }
}
