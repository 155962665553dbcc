package dev.sluice.rail.evm.rpc;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Runs the same work for many items, with limited concurrency.
public final class Parallel {
    private Parallel() {}

    /// Returns the results in the order of the items. A failure is thrown once all have ended.
    public static <T, R> List<R> map(List<T> things, int atOnce, Function<T, R> work) {
        if (things.size() <= 1) {
            return things.stream().map(work).toList();
        }
        var places = new Semaphore(atOnce, true);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = things.stream()
                    .map(thing -> threads.submit(() -> {
                        places.acquire();
                        try {
                            return work.apply(thing);
                        } finally {
                            places.release();
                        }
                    }))
                    .toList();
            return futures.stream().map(Parallel::result).toList();
        }
    }

    private static <R> R result(Future<R> future) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RpcUnavailable("interrupted");
        }
    }
}
