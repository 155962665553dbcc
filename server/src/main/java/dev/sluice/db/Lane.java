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

/// Group commit: whoever wants to move money waits in a lane, and one committer takes whatever is waiting the moment
/// the previous commit returned, and does all of it in one transaction. There is no timer, so an idle lane adds no
/// latency. Commands of one key always meet in the same lane.
final class Lane<C, R> implements AutoCloseable {
    static final int BATCH_MAX = 1_000;
    /// How much one transaction does at most, unless a single command is more than that.
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

    /// @param weight how much a command is to do: a transaction does a few thousand of these units with ease
    /// @param commit does a batch in one transaction and gives the members' results in order; after a batch failed
    ///     it is called for each member alone
    /// @param thread of the committer
    Lane(Thread.Builder thread, ToIntFunction<C> weight, Function<List<C>, List<R>> commit) {
        this.weight = weight;
        this.commit = commit;
        this.committer = thread.start(this::run);
    }

    /// Puts a command into the queue; the result is there once it is committed.
    ///
    /// @throws Refused `UNAVAILABLE` where too many wait already, or the service is stopping
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

    /// Puts commands into the queue at once, so that those that fit into one transaction have one. Each of
    /// those for which there is no place is refused by itself, as a result.
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

    /// Whether there is a place, which is taken then.
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

    /// Finishes what is under way and what is waiting, bounded, and ends the committer. It is never interrupted: that
    /// would break the connection of the batch under way. Whoever still waits then is refused.
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
                LOG.warn("{} did not finish in time; who waits in it is refused", committer.getName());
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

    /// Whoever is about to come, comes along: before each batch, the threads that are ready to run take their turn, or
    /// those that carry them. That is no wait; alone, the committer goes on at once, and nothing but the size of
    /// batches relies on it.
    @SuppressWarnings("ThreadPriorityCheck")
    private void run() {
        while (awaitCommand()) {
            Thread.yield();
            commit(next());
        }
    }

    /// Whether something waits; false once the lane is closed and done.
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

    /// What waits, as much of it as one transaction does.
    private List<Waiting<C, R>> next() {
        var batch = new ArrayList<Waiting<C, R>>();
        gate.lock();
        try {
            int room = BATCH_WEIGHT_MAX;
            while (batch.size() < BATCH_MAX && !queue.isEmpty()) {
                room -= weight.applyAsInt(queue.element().command());
                if (room < 0 && !batch.isEmpty()) {
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
            // One member may have spoilt the batch; alone, each gets its own answer.
            LOG.warn("a batch of {} failed, trying its members one by one: {}", batch.size(), failed.toString());
            batch.forEach(waiting -> commit(List.of(waiting)));
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).result().complete(results.get(i));
        }
    }

    private record Waiting<C, R>(C command, CompletableFuture<R> result) {}
}
