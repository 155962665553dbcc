package dev.sluice.db;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Group commit: whoever wants to move money waits in a lane, and one committer takes whatever is waiting the moment
/// the previous commit returned, and does all of it in one transaction. Nothing is waited for to fill a batch, so an
/// idle lane adds no latency. Commands of one key always meet in the same lane.
final class Lane<C, R> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int BATCH_MAX = 200;
    /// How much one transaction does at most, unless a single command is more than that.
    private static final int BATCH_WEIGHT_MAX = 2_000;

    private static final int WAITING_MAX = 20_000;
    /// How soon an idle committer sees that its lane was closed. It is never interrupted: that would cut the
    /// connection of a commit under way.
    private static final Duration LOOK_UP = Duration.ofMillis(100);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

    private final LinkedBlockingQueue<Waiting<C, R>> queue = new LinkedBlockingQueue<>(WAITING_MAX);
    private final ToIntFunction<C> weight;
    private final Function<List<C>, List<R>> commit;
    private final Thread committer;
    private volatile boolean open = true;
    private volatile boolean ended;

    /// @param weight how much a command is to do, in any unit of which a transaction does a few thousand with ease
    /// @param commit does a batch in one transaction and gives each member's result, in order; it may be called again
    ///     with a single member after it failed for the batch, or was overtaken by another node
    Lane(String name, ToIntFunction<C> weight, Function<List<C>, List<R>> commit) {
        this.weight = weight;
        this.commit = commit;
        this.committer = Thread.ofVirtual().name(name).start(this::run);
    }

    /// Puts a command into the queue; the result is there once it is committed.
    ///
    /// @throws Refused `UNAVAILABLE` where too many wait already, or the service is stopping
    CompletableFuture<R> enqueue(C command) {
        var waiting = new Waiting<C, R>(command, new CompletableFuture<>());
        if (!open || !queue.offer(waiting)) {
            throw Refusal.UNAVAILABLE.refused();
        }
        // Between the two looks the committer may have gone home.
        if (ended) {
            refuseWaiting();
        }
        return waiting.result();
    }

    /// Waits for a command's result.
    static <R> R await(CompletableFuture<R> result) {
        try {
            return result.join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw failed;
        }
    }

    /// Finishes what is waiting, bounded, and ends the committer. Whoever still waits then is refused.
    @Override
    public void close() {
        open = false;
        try {
            if (!committer.join(CLOSE_TIMEOUT)) {
                LOG.warn("{} did not finish in time; {} are refused", committer.getName(), queue.size());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        ended = true;
        refuseWaiting();
    }

    private void refuseWaiting() {
        var left = new ArrayList<Waiting<C, R>>();
        queue.drainTo(left);
        left.forEach(waiting -> waiting.result().completeExceptionally(Refusal.UNAVAILABLE.refused()));
    }

    private void run() {
        Waiting<C, R> next = null;
        while (open || next != null || !queue.isEmpty()) {
            var first = next == null ? poll() : next;
            next = null;
            if (first == null) {
                continue;
            }
            var batch = new ArrayList<>(List.of(first));
            next = fill(batch);
            commit(batch);
        }
        ended = true;
        refuseWaiting();
    }

    private @Nullable Waiting<C, R> poll() {
        try {
            return queue.poll(LOOK_UP.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException unasked) {
            return null;
        }
    }

    /// Adds what is waiting while there is room.
    ///
    /// @return the command for which there was none, which begins the next batch
    private @Nullable Waiting<C, R> fill(List<Waiting<C, R>> batch) {
        int room = BATCH_WEIGHT_MAX - weight.applyAsInt(batch.getFirst().command());
        while (batch.size() < BATCH_MAX) {
            var next = queue.poll();
            if (next == null) {
                return null;
            }
            room -= weight.applyAsInt(next.command());
            if (room < 0) {
                return next;
            }
            batch.add(next);
        }
        return null;
    }

    /// Whatever goes wrong, everybody gets an answer, and the lane goes on.
    private void commit(List<Waiting<C, R>> batch) {
        try {
            var results = commit.apply(batch.stream().map(Waiting::command).toList());
            for (int i = 0; i < results.size(); i++) {
                batch.get(i).result().complete(results.get(i));
            }
        } catch (Refused refused) {
            fail(batch, refused);
        } catch (RuntimeException failed) {
            if (batch.size() > 1) {
                // One member may have spoilt the batch; alone, each gets its own answer.
                LOG.warn("a batch of {} failed, trying its members one by one", batch.size(), failed);
                batch.forEach(waiting -> commit(List.of(waiting)));
            } else if (failed instanceof SqlFailure overtaken && overtaken.isUniqueViolation()) {
                again(batch);
            } else {
                fail(batch, failed);
            }
        } catch (Error failed) {
            LOG.error("a batch of {} failed", batch.size(), failed);
            fail(batch, failed);
        }
    }

    /// Another node was first with the same key, signature or reference: the second look finds what it left.
    private void again(List<Waiting<C, R>> single) {
        try {
            var results = commit.apply(List.of(single.getFirst().command()));
            single.getFirst().result().complete(results.getFirst());
        } catch (RuntimeException | Error failed) {
            fail(single, failed);
        }
    }

    private static <C, R> void fail(List<Waiting<C, R>> batch, Throwable failed) {
        batch.forEach(waiting -> waiting.result().completeExceptionally(failed));
    }

    private record Waiting<C, R>(C command, CompletableFuture<R> result) {}
}
