package dev.sluice.signin;

import dev.sluice.db.Times;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/// SQL of `signin_throttle`.
final class ThrottleStore {
    /// Upsert that rewrites an existing row to lock it. A separate SELECT could find it deleted.
    private static final String LOCK = """
            INSERT INTO signin_throttle (key, failures, failed_at, blocked_until) VALUES (:key, 0, :now, :now)
            ON CONFLICT (key) DO UPDATE SET key = EXCLUDED.key
            RETURNING failures, failed_at, blocked_until
            """;

    private static final String UPDATE = """
            UPDATE signin_throttle SET failures = :failures, failed_at = :failedAt, blocked_until = :freeAt
            WHERE key = :key
            """;

    private static final String GIVE_BACK = """
            UPDATE signin_throttle SET failures = greatest(failures - 1, 0), blocked_until = :now WHERE key = :key
            """;

    private static final String DELETE = """
            DELETE FROM signin_throttle WHERE key = :key
            """;

    private static final String SWEEP = """
            DELETE FROM signin_throttle WHERE failed_at < :before
            """;

    private ThrottleStore() {}

    /// Returns the state of a bucket and locks it until the transaction ends.
    static AttemptLimit.Tally lock(Handle handle, byte[] key, Instant now) {
        return handle.createQuery(LOCK)
                .bind("key", key)
                .bind("now", now)
                .map((row, _) -> new AttemptLimit.Tally(
                        row.getInt("failures"), Times.instant(row, "failed_at"), Times.instant(row, "blocked_until")))
                .one();
    }

    static void update(Handle handle, byte[] key, AttemptLimit.Tally tally) {
        handle.createUpdate(UPDATE)
                .bind("key", key)
                .bind("failures", tally.failures())
                .bind("failedAt", tally.failedAt())
                .bind("freeAt", tally.freeAt())
                .execute();
    }

    static void giveBack(Handle handle, byte[] key, Instant now) {
        handle.createUpdate(GIVE_BACK).bind("key", key).bind("now", now).execute();
    }

    static void delete(Handle handle, byte[] key) {
        handle.createUpdate(DELETE).bind("key", key).execute();
    }

    static int deleteExpired(Handle handle, Instant before) {
        return handle.createUpdate(SWEEP).bind("before", before).execute();
    }
}
