package dev.sluice.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/// Recently authenticated credentials: client ids or hashes of keys. They are reloaded from the database even for an
/// address that failed too often. Otherwise a merchant's working program would fail because of a broken one at the
/// same address. Naming one of them causes a query every few seconds at most.
final class RecentAuthentications {
    private static final Duration KEPT = Duration.ofHours(1);
    private static final int KEPT_MAX = 20_000;

    private final Cache<String, Boolean> names =
            Caffeine.newBuilder().expireAfterWrite(KEPT).maximumSize(KEPT_MAX).build();

    void add(String name) {
        names.put(name, true);
    }

    /// Removes a credential that no longer exists; otherwise it would be queried again and again.
    void remove(String name) {
        names.invalidate(name);
    }

    boolean has(String name) {
        return names.getIfPresent(name) != null;
    }
}
