package dev.sluice.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/// Who has proved lately who they are, by the ids of clients or the hashes of keys. They are read again from
/// the database also where their address failed too often: else a merchant's good program would go down with a
/// bad one beside it. Whoever names one of them causes a query every few seconds at most.
final class Proofs {
    private static final Duration KEPT = Duration.ofHours(1);
    private static final int KEPT_MAX = 20_000;

    private final Cache<String, Boolean> names =
            Caffeine.newBuilder().expireAfterWrite(KEPT).maximumSize(KEPT_MAX).build();

    void add(String name) {
        names.put(name, true);
    }

    /// Forgets who is nobody any more: nothing else would keep them from being looked for again and again.
    void remove(String name) {
        names.invalidate(name);
    }

    boolean has(String name) {
        return names.getIfPresent(name) != null;
    }
}
