package dev.sluice.replay;

import dev.sluice.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a write claims to be done only once: its idempotency key, if it has one, and the digest of what was signed, if
/// it was signed. The fingerprint is the SHA-256 of method, path, query and body.
public record Claim(
        UUID organizationId,
        @Nullable String key,
        byte @Nullable [] signatureDigest,
        byte[] fingerprint,
        String requestId) {
    /// That of a request which is made within the service, and stands for nothing but its key.
    public static Claim ofKey(UUID organizationId, String key) {
        return new Claim(organizationId, key, null, key.getBytes(StandardCharsets.UTF_8), key);
    }

    /// The same of a request that its key stands for, so that another one under the key is refused.
    public static Claim ofRequest(UUID organizationId, String key, byte[] request) {
        return new Claim(organizationId, key, null, Sha256.of(request), key);
    }

    /// Whether there is anything to remember: an API key's request without an idempotency key claims nothing.
    public boolean isEmpty() {
        return key == null && signatureDigest == null;
    }
}
