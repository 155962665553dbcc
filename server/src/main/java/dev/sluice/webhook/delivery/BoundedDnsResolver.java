package dev.sluice.webhook.delivery;

import dev.sluice.net.SsrfPolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// DNS look-ups. They cannot be interrupted, and a name's owner may delay them at will: each has a thread of its own,
/// and an organization has few at once, so that its names never delay those of others. There is no queue: a caller
/// without a place gives up after a time, and callers for the same name share one look-up. It is no
/// [dev.sluice.net.KeyedLimiter]: a caller that waits for a place proceeds as soon as anyone looks up its name, so
/// places and look-ups are under one lock.
final class BoundedDnsResolver implements AutoCloseable {
    static final int PER_ORGANIZATION_MAX = 4;
    private static final int UNDER_WAY_MAX = 128;

    private final SsrfPolicy.Resolver resolver;
    private final Duration patience;
    private final ExecutorService threads = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("webhook-dns-", 0).factory());
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Map<String, CompletableFuture<InetAddress[]>> underWay = new HashMap<>();
    private final Map<UUID, Integer> byOrganization = new HashMap<>();

    BoundedDnsResolver(SsrfPolicy.Resolver resolver, Duration patience) {
        this.resolver = resolver;
        this.patience = patience;
    }

    /// Returns the addresses of a host, for an organization.
    ///
    /// @throws UnknownHostException if it has none, or if they are not known in time
    InetAddress[] resolve(UUID organization, String host) throws UnknownHostException {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            return begun(organization, host, deadline).get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof UnknownHostException unknown) {
                throw unknown;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (TimeoutException slow) {
            throw late(host);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException(host + " was not resolved");
        }
    }

    /// Returns the look-up of a host: the one under way, or a new one as soon as there is a place.
    private CompletableFuture<InetAddress[]> begun(UUID organization, String host, long deadline)
            throws UnknownHostException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!underWay.containsKey(host) && !hasPlace(organization)) {
                if (freed.awaitNanos(deadline - System.nanoTime()) <= 0) {
                    throw late(host);
                }
            }
            var same = underWay.get(host);
            if (same != null) {
                return same;
            }
            var begun = new CompletableFuture<InetAddress[]>();
            threads.execute(() -> run(organization, host, begun));
            underWay.put(host, begun);
            byOrganization.merge(organization, 1, Integer::sum);
            return begun;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasPlace(UUID organization) {
        return underWay.size() < UNDER_WAY_MAX && byOrganization.getOrDefault(organization, 0) < PER_ORGANIZATION_MAX;
    }

    private void run(UUID organization, String host, CompletableFuture<InetAddress[]> begun) {
        try {
            begun.complete(lookUp(organization, host));
        } catch (UnknownHostException | RuntimeException | Error failed) {
            begun.completeExceptionally(failed);
        }
    }

    /// Looks up a host. The place is free before the result is visible: a later caller gets a new look-up.
    private InetAddress[] lookUp(UUID organization, String host) throws UnknownHostException {
        try {
            return resolver.resolve(host);
        } finally {
            end(organization, host);
        }
    }

    private void end(UUID organization, String host) {
        lock.lock();
        try {
            underWay.remove(host);
            if (byOrganization.merge(organization, -1, Integer::sum) == 0) {
                byOrganization.remove(organization);
            }
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static UnknownHostException late(String host) {
        return new UnknownHostException(host + " was not resolved in time");
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
