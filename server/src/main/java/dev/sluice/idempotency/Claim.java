package dev.sluice.idempotency;

import dev.sluice.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Claim of a write to run only once: its idempotency key, if any, and the digest of the signed content, if it was
/// signed. The fingerprint is the SHA-256 of method, path, query and body.
public record Claim(
        UUID organizationId,
        @Nullable String key,
        byte @Nullable [] signatureDigest,
        byte[] fingerprint,
        String requestId) {
    /// Creates the claim of an internal request that is identified by its key alone.
    public static Claim ofKey(UUID organizationId, String key) {
        return new Claim(organizationId, key, null, key.getBytes(StandardCharsets.UTF_8), key);
    }

    /// Creates the claim of an internal request with a fingerprint, so that another request with the same key is
    /// refused.
    public static Claim ofRequest(UUID organizationId, String key, byte[] request) {
        return new Claim(organizationId, key, null, Sha256.of(request), key);
    }

    /// Returns true if there is nothing to store: a request with an API key but no idempotency key claims nothing.
    public boolean isEmpty() {
        return key == null && signatureDigest == null;
    }
}
