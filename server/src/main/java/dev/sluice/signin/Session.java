package dev.sluice.signin;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/// Dashboard session of a user in one browser. Its times are real ones.
public record Session(
        UUID organizationId,
        UUID id,
        UUID userId,
        byte[] tokenSha256,
        String address,
        String agent,
        boolean strong,
        Instant begunAt,
        Instant seenAt) {
    /// Idle timeout.
    static final Duration IDLE_MAX = Duration.ofHours(2);

    /// Maximum length of a session.
    static final Duration LENGTH_MAX = Duration.ofHours(12);

    boolean isOver(Instant now) {
        return seenAt.plus(IDLE_MAX).isBefore(now) || begunAt.plus(LENGTH_MAX).isBefore(now);
    }

    /// Never shows the token's hash.
    @Override
    public String toString() {
        return "Session[" + id + " of " + userId + "]";
    }
}
