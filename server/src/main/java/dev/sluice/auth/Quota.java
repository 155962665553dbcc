package dev.sluice.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.Map;

/// In-memory token buckets by key, with rate-limit headers (draft-ietf-httpapi-ratelimit-headers). A bucket expires
/// once it would be full again, which changes nothing. A quota limits requests over time;
/// [dev.sluice.net.KeyedLimiter] limits those at the same time.
public final class Quota<K> {
    private static final int BUCKETS_MAX = 100_000;
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final Cache<Slot<K>, Bucket> buckets = Caffeine.newBuilder()
            .expireAfter(
                    Expiry.<Slot<K>, Bucket>accessing((slot, _) -> slot.limit().fillTime()))
            .maximumSize(BUCKETS_MAX)
            .build();

    public Quota(String name) {
        this.name = name;
    }

    /// Key of a bucket. A changed limit starts a new bucket, which is full.
    private record Slot<K>(K key, RateLimit limit) {}

    /// Takes one token and returns the headers for the answer.
    ///
    /// @throws Refused `RATE_LIMITED`, with these headers and `Retry-After`
    Map<String, String> charge(K key, RateLimit limit) {
        var probe = buckets.get(new Slot<>(key, limit), slot -> bucket(slot.limit()))
                .tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            throw refused(probe, limit);
        }
        return headers(probe, limit);
    }

    /// Takes one token, if there is any.
    public boolean tryConsume(K key, RateLimit limit) {
        return buckets.get(new Slot<>(key, limit), slot -> bucket(slot.limit())).tryConsume(1);
    }

    /// Returns true if no token is left; takes none.
    boolean isExhausted(K key, RateLimit limit) {
        var bucket = buckets.getIfPresent(new Slot<>(key, limit));
        return bucket != null && bucket.getAvailableTokens() == 0;
    }

    private Refused refused(ConsumptionProbe probe, RateLimit limit) {
        var refused = Refusal.RATE_LIMITED.refused();
        for (var header : headers(probe, limit).entrySet()) {
            refused = refused.withHeader(header.getKey(), header.getValue());
        }
        long wait = Math.max(1, Math.ceilDiv(probe.getNanosToWaitForRefill(), NANOS_PER_SECOND));
        return refused.withHeader("Retry-After", Long.toString(wait));
    }

    private Map<String, String> headers(ConsumptionProbe probe, RateLimit limit) {
        long full = Math.ceilDiv(probe.getNanosToWaitForReset(), NANOS_PER_SECOND);
        return Map.of(
                "RateLimit-Policy",
                "\"" + name + "\";q=" + limit.requests() + ";w="
                        + limit.window().toSeconds() + ";burst=" + limit.burst(),
                "RateLimit",
                "\"" + name + "\";r=" + probe.getRemainingTokens() + ";t=" + full);
    }

    private static Bucket bucket(RateLimit limit) {
        return Bucket.builder()
                .addLimit(bandwidth -> bandwidth.capacity(limit.burst()).refillGreedy(limit.requests(), limit.window()))
                .withNanosecondPrecision()
                .build();
    }
}
