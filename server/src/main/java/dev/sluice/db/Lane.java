package dev.sluice.db;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Group commit. Commands that move money wait in a queue. One committer takes all waiting commands as soon as the
/// previous commit has returned, and runs them in one transaction. There is no timer, so that an idle lane adds no
/// latency. Commands of one key always use the same lane.
final class Lane<C, R> implements AutoCloseable {
    static final int BATCH_MAX = 1_000;
    /// Maximum weight of a transaction, unless a single command exceeds it.
    static final int BATCH_WEIGHT_MAX = 2_000;

    static final int WAITING_MAX = 20_000;
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

    private final ToIntFunction<C> weight;
    private final Function<List<C>, List<R>> commit;
    private final ReentrantLock gate = new ReentrantLock();
    private final Condition changed = gate.newCondition();
    private final ArrayDeque<Waiting<C, R>> queue = new ArrayDeque<>();
    private final Thread committer;
    private boolean open = true;

    /// @param weight amount of work of a command: a transaction handles a few thousand of these units easily
    /// @param commit runs a batch in one transaction and returns the results in order; after a failed batch it is
    ///     called for each member alone
    /// @param thread builder of the committer thread
    Lane(Thread.Builder thread, ToIntFunction<C> weight, Function<List<C>, List<R>> commit) {
        this.weight = weight;
        this.commit = commit;
        this.committer = thread.start(this::run);
    }

    /// Queues a command; the result completes after the commit.
    ///
    /// @throws Refused `UNAVAILABLE` if the queue is full or the service is stopping
    CompletableFuture<R> enqueue(C command) {
        var waiting = new Waiting<C, R>(command, new CompletableFuture<>());
        gate.lock();
        try {
            if (!takes(waiting)) {
                throw Refusal.UNAVAILABLE.refused();
            }
            changed.signal();
        } finally {
            gate.unlock();
        }
        return waiting.result();
    }

    /// Queues commands at once, so that those that fit into one transaction share one. If the queue is full, each
    /// remaining command is refused in its own result.
    List<CompletableFuture<R>> enqueueAll(List<C> commands) {
        var all = commands.stream()
                .map(command -> new Waiting<C, R>(command, new CompletableFuture<>()))
                .toList();
        gate.lock();
        try {
            for (var waiting : all) {
                if (!takes(waiting)) {
                    waiting.result().completeExceptionally(Refusal.UNAVAILABLE.refused());
                }
            }
            changed.signal();
        } finally {
            gate.unlock();
        }
        return all.stream().map(Waiting::result).toList();
    }

    /// Queues the command; returns false if the queue is full or closed.
    private boolean takes(Waiting<C, R> waiting) {
        return open && queue.size() < WAITING_MAX && queue.add(waiting);
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

    /// Commits all queued commands within a time limit and ends the committer. The committer is never interrupted,
    /// since that would break the connection of the running batch. Commands that still wait at the end are
    /// refused.
    @Override
    public void close() {
        gate.lock();
        try {
            open = false;
            changed.signal();
        } finally {
            gate.unlock();
        }
        try {
            if (!committer.join(CLOSE_TIMEOUT)) {
                LOG.warn("{} did not finish in time; its waiting transactions are refused", committer.getName());
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        refuseWaiting();
    }

    private void refuseWaiting() {
        gate.lock();
        try {
            queue.forEach(waiting -> waiting.result().completeExceptionally(Refusal.UNAVAILABLE.refused()));
            queue.clear();
        } finally {
            gate.unlock();
        }
    }

    /// Commits batches until the lane is closed. The yield before each batch lets runnable threads, or the
    /// carriers of virtual ones, queue their commands first. It does not wait: if no other thread is runnable, the
    /// committer continues at once. Only the batch size depends on it.
    @SuppressWarnings("ThreadPriorityCheck")
    private void run() {
        while (awaitCommand()) {
            Thread.yield();
            commit(next());
        }
    }

    /// Waits for a command; returns false once the lane is closed and empty.
    private boolean awaitCommand() {
        gate.lock();
        try {
            while (open && queue.isEmpty()) {
                changed.awaitUninterruptibly();
            }
            return !queue.isEmpty();
        } finally {
            gate.unlock();
        }
    }

    /// Takes the next batch from the queue, up to the maximum weight.
    private List<Waiting<C, R>> next() {
        var batch = new ArrayList<Waiting<C, R>>();
        gate.lock();
        try {
            int capacity = BATCH_WEIGHT_MAX;
            while (batch.size() < BATCH_MAX && !queue.isEmpty()) {
                capacity -= weight.applyAsInt(queue.element().command());
                if (capacity < 0 && !batch.isEmpty()) {
                    break;
                }
                batch.add(queue.remove());
            }
        } finally {
            gate.unlock();
        }
        return batch;
    }

    private void commit(List<Waiting<C, R>> batch) {
        List<R> results;
        try {
            results = commit.apply(batch.stream().map(Waiting::command).toList());
        } catch (RuntimeException | Error failed) {
            if (batch.size() == 1 || failed instanceof Refused) {
                batch.forEach(waiting -> waiting.result().completeExceptionally(failed));
                return;
            }
            // A single member may have failed the batch: run one by one, each gets its own result.
            LOG.warn("batch of {} transactions failed, retrying them one by one: {}", batch.size(), failed.toString());
            batch.forEach(waiting -> commit(List.of(waiting)));
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).result().complete(results.get(i));
        }
    }

    private record Waiting<C, R>(C command, CompletableFuture<R> result) {}
}
