package dev.sluice.config;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.IntStream;

/// The 256-bit key that encrypts secrets and personal data at rest. Its string form does not contain the key.
public final class MasterKey {
    private static final int BYTES = 32;
    private static final int DISTINCT_BYTES_MIN = 16;
    private static final String RULE =
            "must be base64 of 32 random bytes, made for instance by: openssl rand -base64 32";

    private final byte[] bytes;

    private MasterKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /// Parses base64, standard or URL-safe, of exactly 32 bytes. Rejects keys with too few distinct bytes, such as
    /// typed ones.
    static MasterKey parse(String text) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(RULE, e);
        }
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("is base64 of %d bytes; it %s".formatted(bytes.length, RULE));
        }
        if (IntStream.range(0, BYTES).map(at -> bytes[at]).distinct().count() < DISTINCT_BYTES_MIN) {
            throw new IllegalArgumentException("is not random; it " + RULE);
        }
        return new MasterKey(bytes);
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MasterKey key && MessageDigest.isEqual(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "MasterKey[hidden]";
    }
}
