package dev.sluice.signin;

import dev.sluice.text.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/// Bearer token in a cookie or link: organization id, own id, and 32 random bytes as proof. The database stores only
/// the hash of those bytes.
record Token(UUID organizationId, UUID id, byte[] secret) {
    private static final int SECRET_BYTES = 32;
    private static final int UUID_BYTES = 16;
    private static final int LENGTH = 2 * UUID_BYTES + SECRET_BYTES;
    private static final int TEXT_LENGTH_MAX = 200;

    static Token fresh(SecureRandom random, UUID organizationId, UUID id) {
        var secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new Token(organizationId, id, secret);
    }

    static Optional<Token> parse(String text) {
        if (text.length() > TEXT_LENGTH_MAX) {
            return Optional.empty();
        }
        try {
            var bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length != LENGTH) {
                return Optional.empty();
            }
            var buffer = ByteBuffer.wrap(bytes);
            var organizationId = new UUID(buffer.getLong(), buffer.getLong());
            var id = new UUID(buffer.getLong(), buffer.getLong());
            var secret = new byte[SECRET_BYTES];
            buffer.get(secret);
            return Optional.of(new Token(organizationId, id, secret));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /// Text form for the cookie or link.
    String text() {
        var buffer = ByteBuffer.allocate(LENGTH)
                .putLong(organizationId.getMostSignificantBits())
                .putLong(organizationId.getLeastSignificantBits())
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .put(secret);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
    }

    byte[] sha256() {
        return Sha256.of(secret);
    }

    /// Compares in constant time.
    boolean isOf(byte[] sha256) {
        return MessageDigest.isEqual(sha256, sha256());
    }

    /// Never shows the secret.
    @Override
    public String toString() {
        return "Token[" + id + "]";
    }
}
