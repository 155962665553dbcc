package dev.sluice.signin;

import java.time.Instant;
import org.jdbi.v3.core.Handle;

/// SQL of `signin_challenge`.
final class ChallengeStore {
    private static final String INSERT = """
            INSERT INTO signin_challenge (sha256, expires_at) VALUES (:sha256, :expiresAt)
            ON CONFLICT (sha256) DO NOTHING
            """;

    private static final String SWEEP = """
            DELETE FROM signin_challenge WHERE expires_at < :before
            """;

    private ChallengeStore() {}

    /// @return false if the challenge was used before
    static boolean insert(Handle handle, byte[] sha256, Instant expiresAt) {
        return handle.createUpdate(INSERT)
                        .bind("sha256", sha256)
                        .bind("expiresAt", expiresAt)
                        .execute()
                == 1;
    }

    static int deleteExpired(Handle handle, Instant before) {
        return handle.createUpdate(SWEEP).bind("before", before).execute();
    }
}
