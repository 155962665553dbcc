package dev.sluice.disbursement.proof;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signed token of one transfer for a public link.
///
/// The token is base64url without padding of `version (1) ‖ organization (16) ‖ disbursement (16) ‖ tag (16)`: 66
/// characters, which keeps the QR code coarse enough for a photographed sheet of paper. The tag is HMAC-SHA256 over a
/// label and the bytes before it, truncated to 128 bits (RFC 2104 section 5). It does not expire, because proofs are
/// kept for years.
public final class ProofLink {
    /// Minimum length of the signing key.
    public static final int KEY_LENGTH_MIN = 32;

    private static final byte VERSION = 1;
    private static final int CLAIM_LENGTH = 1 + 16 + 16;
    private static final int TAG_LENGTH = 16;
    private static final int TOKEN_LENGTH = 66;
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] LABEL = "sluice transfer proof link\n".getBytes(StandardCharsets.US_ASCII);

    private final SecretKeySpec key;

    /// @param key the signing key, used for nothing else
    public ProofLink(byte[] key) {
        if (key.length < KEY_LENGTH_MIN) {
            throw new IllegalArgumentException("the key has fewer than " + KEY_LENGTH_MIN + " bytes");
        }
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /// The transfer of a token.
    public record Ref(UUID organizationId, UUID disbursementId) {}

    /// Returns the token of a transfer; it is deterministic.
    public String token(UUID organizationId, UUID disbursementId) {
        var claim = ByteBuffer.allocate(CLAIM_LENGTH)
                .put(VERSION)
                .putLong(organizationId.getMostSignificantBits())
                .putLong(organizationId.getLeastSignificantBits())
                .putLong(disbursementId.getMostSignificantBits())
                .putLong(disbursementId.getLeastSignificantBits())
                .array();
        var signed = Arrays.copyOf(claim, CLAIM_LENGTH + TAG_LENGTH);
        System.arraycopy(tag(claim), 0, signed, CLAIM_LENGTH, TAG_LENGTH);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
    }

    /// Returns the transfer of a token, or empty for anything that this key did not sign.
    public Optional<Ref> open(String token) {
        if (token.length() != TOKEN_LENGTH) {
            return Optional.empty();
        }
        byte[] signed;
        try {
            signed = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
        if (signed.length != CLAIM_LENGTH + TAG_LENGTH || signed[0] != VERSION || !canonical(signed, token)) {
            return Optional.empty();
        }
        var claim = Arrays.copyOf(signed, CLAIM_LENGTH);
        if (!MessageDigest.isEqual(tag(claim), Arrays.copyOfRange(signed, CLAIM_LENGTH, signed.length))) {
            return Optional.empty();
        }
        var ids = ByteBuffer.wrap(claim, 1, CLAIM_LENGTH - 1);
        return Optional.of(new Ref(new UUID(ids.getLong(), ids.getLong()), new UUID(ids.getLong(), ids.getLong())));
    }

    /// Rejects other spellings of a token: the decoder ignores the four spare bits of the last character.
    private static boolean canonical(byte[] signed, String token) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signed).equals(token);
    }

    private byte[] tag(byte[] claim) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(LABEL);
            return Arrays.copyOf(mac.doFinal(claim), TAG_LENGTH);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
