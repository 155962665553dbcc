package dev.sluice.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.Map;

/// Token buckets by name, in this node's memory, and the headers that tell what is left of them
/// (draft-ietf-httpapi-ratelimit-headers). A bucket unused for as long as it takes to fill up is forgotten, which
/// changes nothing.
final class Quota<K> {
    private static final int BUCKETS_MAX = 100_000;
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final RateLimit limit;
    private final Cache<K, Bucket> buckets;

    Quota(String name, RateLimit limit) {
        this.name = name;
        this.limit = limit;
        this.buckets = Caffeine.newBuilder()
                .expireAfterAccess(Duration.ofSeconds(Math.ceilDiv(limit.burst(), limit.perSecond()) + 1L))
                .maximumSize(BUCKETS_MAX)
                .build();
    }

    /// Takes one token, and gives the headers for the answer.
    ///
    /// @throws Refused `RATE_LIMITED`, with the same headers and `Retry-After`
    Map<String, String> charge(K key) {
        var probe = buckets.get(key, _ -> bucket()).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            throw refused(probe);
        }
        return headers(probe);
    }

    /// Whether nothing is left; takes nothing.
    boolean isExhausted(K key) {
        var bucket = buckets.getIfPresent(key);
        return bucket != null && bucket.getAvailableTokens() == 0;
    }

    private Refused refused(ConsumptionProbe probe) {
        var refused = Refusal.RATE_LIMITED.refused();
        for (var header : headers(probe).entrySet()) {
            refused = refused.withHeader(header.getKey(), header.getValue());
        }
        long wait = Math.max(1, Math.ceilDiv(probe.getNanosToWaitForRefill(), NANOS_PER_SECOND));
        return refused.withHeader("Retry-After", Long.toString(wait));
    }

    private Map<String, String> headers(ConsumptionProbe probe) {
        long full = Math.ceilDiv(probe.getNanosToWaitForReset(), NANOS_PER_SECOND);
        return Map.of(
                "RateLimit-Policy",
                "\"" + name + "\";q=" + limit.perSecond() + ";w=1;burst=" + limit.burst(),
                "RateLimit",
                "\"" + name + "\";r=" + probe.getRemainingTokens() + ";t=" + full);
    }

    private Bucket bucket() {
        return Bucket.builder()
                .addLimit(bandwidth ->
                        bandwidth.capacity(limit.burst()).refillGreedy(limit.perSecond(), Duration.ofSeconds(1)))
                .withNanosecondPrecision()
                .build();
    }
}
