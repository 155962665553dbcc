package dev.sluice.rail.evm.rpc;

import dev.sluice.rail.evm.Hex;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Endpoints of a network that respond, but lag behind another one's chain. They are asked last rather than never: the
/// leading endpoint could be wrong, or unavailable next.
final class LaggingEndpoints {
    private static final Logger LOG = LoggerFactory.getLogger(LaggingEndpoints.class);
    private static final Duration LOOKS_EVERY = Duration.ofSeconds(15);

    private final List<Endpoint> endpoints;
    private final long behindMax;
    private final InstantSource time;
    private final AtomicReference<Instant> lookedAt;
    private volatile Set<Endpoint> behind = Set.of();

    LaggingEndpoints(List<Endpoint> endpoints, long behindMax, InstantSource time) {
        this.endpoints = List.copyOf(endpoints);
        this.behindMax = behindMax;
        this.time = time;
        this.lookedAt = new AtomicReference<>(time.instant());
    }

    /// Moves stragglers to the end, and keeps the order of the others.
    List<Endpoint> last(List<Endpoint> some) {
        var now = behind;
        return some.stream().sorted(Comparator.comparing(now::contains)).toList();
    }

    /// Compares the endpoints if that is due, in the background, since any of them may be slow.
    void checkPeriodically() {
        var now = time.instant();
        var last = lookedAt.get();
        // After the clock was set back, the time of the last comparison is meaningless.
        boolean due = endpoints.size() > 1 && (last.plus(LOOKS_EVERY).isBefore(now) || last.isAfter(now));
        if (due && lookedAt.compareAndSet(last, now)) {
            Thread.ofVirtual().name("evm-lagging-endpoints").start(this::check);
        }
    }

    /// Newest block of an endpoint, as it reports it.
    private record Head(Endpoint endpoint, long number) {}

    /// An endpoint without an answer keeps its previous state.
    private void check() {
        var heads = endpoints.stream()
                .filter(each -> !each.rests())
                .flatMap(each -> newest(each).stream())
                .toList();
        var best = heads.stream()
                .sorted(Comparator.comparingLong(Head::number).reversed())
                .filter(LaggingEndpoints::isThere)
                .findFirst();
        if (best.isPresent()) {
            var now = new HashSet<>(behind);
            for (var head : heads) {
                if (head.number() >= best.get().number() - behindMax) {
                    now.remove(head.endpoint());
                } else if (now.add(head.endpoint())) {
                    LOG.warn(
                            "endpoint {} is at block {}, but {} is at {}: it is used last until it has caught up",
                            head.endpoint(),
                            head.number(),
                            best.get().endpoint(),
                            best.get().number());
                }
            }
            behind = Set.copyOf(now);
        }
    }

    private static Optional<Head> newest(Endpoint one) {
        try {
            return Optional.of(new Head(one, RpcJson.count(RpcJson.quantity(one.call("eth_blockNumber", List.of())))));
        } catch (RpcUnavailable | RpcError none) {
            LOG.debug("endpoint {} returned no latest block: {}", one, none.getMessage());
            return Optional.empty();
        }
    }

    /// A number alone proves nothing: the endpoint that names it must have its block.
    private static boolean isThere(Head head) {
        try {
            return head.endpoint()
                    .call("eth_getBlockByNumber", List.of(Hex.quantity(head.number()), false))
                    .isObject();
        } catch (RpcUnavailable | RpcError none) {
            LOG.debug("endpoint {} has no block {}: {}", head.endpoint(), head.number(), none.getMessage());
            return false;
        }
    }
}
