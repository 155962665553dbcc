package dev.sluice.trial.soak;

import dev.sluice.trial.stage.Order;
import dev.sluice.trial.stage.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Requests at a steady rate, whatever becomes of those before: as from many who do not know of each other.
final class Pulse {
    private final Traffic traffic;
    private final Supplier<Order> orders;
    private final Semaphore room;
    private final Queue<Beat> beats = new ConcurrentLinkedQueue<>();

    /// @param underWayMax how many requests are on their way at most; what would be more is not sent
    Pulse(Traffic traffic, Supplier<Order> orders, int underWayMax) {
        this.traffic = traffic;
        this.orders = orders;
        this.room = new Semaphore(underWayMax);
    }

    /// A request that was answered, or not.
    ///
    /// @param status 0 where no answer came
    /// @param sent how long after the first one
    record Beat(int status, Duration sent, Duration took) {
        boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        /// Whether the service has said that it cannot now.
        boolean isShed() {
            return status == 429 || status == 503;
        }
    }

    /// Asks so often for so long, and gives what came of it.
    List<Beat> beat(double perSecond, Duration time) {
        beats.clear();
        long begun = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (long sent = 0; ; sent++) {
                long due = begun + (long) (sent * 1e9 / perSecond);
                if (due - begun > time.toNanos()) {
                    break;
                }
                LockSupport.parkNanos(due - System.nanoTime());
                if (room.tryAcquire()) {
                    var order = orders.get();
                    threads.execute(() -> ask(order, begun));
                }
            }
        }
        return List.copyOf(beats);
    }

    private void ask(Order order, long begun) {
        long sent = System.nanoTime();
        try {
            int status = traffic.attempt(order);
            var took = Duration.ofNanos(System.nanoTime() - sent);
            beats.add(new Beat(status, Duration.ofNanos(sent - begun), took));
        } finally {
            room.release();
        }
    }
}
