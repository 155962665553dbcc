package dev.sluice.resilience.simulate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Hash of all events: equal for two identical runs of a seed.
final class Trace {
    private static final int DIGITS = 16;

    private final MessageDigest digest;

    Trace() {
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    void add(String line) {
        digest.update(line.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
    }

    /// Returns the hash so far; more may follow.
    String soFar() {
        try {
            return HexFormat.of()
                    .formatHex(((MessageDigest) digest.clone()).digest())
                    .substring(0, DIGITS);
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("Java's SHA-256 can be cloned", impossible);
        }
    }
}
