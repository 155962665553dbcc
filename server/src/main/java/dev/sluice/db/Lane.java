package dev.sluice.db;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Group commit: whoever wants to move money waits in a lane, and one committer takes whatever is waiting the moment
/// the previous commit returned, and does all of it in one transaction. There is no timer, so an idle lane adds no
/// latency. Commands of one key always meet in the same lane.
final class Lane<C, R> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int BATCH_MAX = 200;
    private static final int WAITING_MAX = 20_000;

    private final LinkedBlockingQueue<Waiting<C, R>> queue = new LinkedBlockingQueue<>(WAITING_MAX);
    private final Function<List<C>, List<R>> commit;
    private final Thread committer;
    private volatile boolean open = true;

    /// @param commit does a batch in one transaction and gives each member's result, in order; it may be called again
    ///     with a single member after it failed for the batch
    Lane(String name, Function<List<C>, List<R>> commit) {
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

    /// Finishes what is waiting and ends the committer.
    @Override
    public void close() {
        open = false;
        committer.interrupt();
        try {
            committer.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        var batch = new ArrayList<Waiting<C, R>>();
        while (open || !queue.isEmpty()) {
            try {
                batch.add(queue.take());
            } catch (InterruptedException closing) {
                continue;
            }
            queue.drainTo(batch, BATCH_MAX - 1);
            commit(batch);
            batch.clear();
        }
    }

    private void commit(List<Waiting<C, R>> batch) {
        try {
            var results = commit.apply(batch.stream().map(Waiting::command).toList());
            for (int i = 0; i < results.size(); i++) {
                batch.get(i).result().complete(results.get(i));
            }
        } catch (RuntimeException failed) {
            if (batch.size() == 1 || failed instanceof Refused) {
                batch.forEach(waiting -> waiting.result().completeExceptionally(failed));
                return;
            }
            // One member may have spoilt the batch; alone, each gets its own answer.
            LOG.warn("a batch of {} failed, trying its members one by one", batch.size(), failed);
            batch.forEach(waiting -> commit(List.of(waiting)));
        }
    }

    private record Waiting<C, R>(C command, CompletableFuture<R> result) {}
}
