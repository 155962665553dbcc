package dev.sluice.resilience.stage;

import dev.sluice.resilience.proof.Chance;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/// Latest objects of a merchant's programs, for reads, and unpaid deposits. Keeps only a limited number of each.
public final class LatestObjects {
    private static final int LATEST = 1_024;

    private final AtomicReferenceArray<String> places = new AtomicReferenceArray<>(LATEST);
    private final AtomicLong count = new AtomicLong();
    private final BlockingQueue<UUID> unpaid = new ArrayBlockingQueue<>(LATEST);

    public void add(Order.Kind kind, List<UUID> ids) {
        for (var id : ids) {
            places.set((int) (count.getAndIncrement() % LATEST), kind.place + id);
            if (kind == Order.Kind.DEPOSIT) {
                boolean _ = unpaid.offer(id);
            }
        }
    }

    /// Returns the path of a recent object.
    Optional<String> any(Chance chance) {
        int available = (int) Math.min(count.get(), LATEST);
        return available == 0 ? Optional.empty() : Optional.ofNullable(places.get(chance.between(0, available - 1)));
    }

    /// Returns an unpaid deposit; each is returned once.
    Optional<UUID> unpaid() {
        return Optional.ofNullable(unpaid.poll());
    }
}
