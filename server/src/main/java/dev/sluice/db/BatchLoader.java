package dev.sluice.db;

import java.util.List;
import java.util.function.Function;

/// Combines concurrent look-ups into one statement (the DataLoader pattern). Questions that arrive while a statement
/// is running are answered together by the next one. There is no timer, so that a single question does not wait, and
/// no cache, so that an answer is never older than its question.
public final class BatchLoader<Q, A> implements AutoCloseable {
    private final Lane<Q, A> lane;

    /// @param read answers a list of questions in their order
    public BatchLoader(String name, Function<List<Q>, List<A>> read) {
        this.lane = new Lane<>(Thread.ofVirtual().name(name + "-reads"), _ -> 1, read);
    }

    public A load(Q question) {
        return Lane.await(lane.enqueue(question));
    }

    @Override
    public void close() {
        lane.close();
    }
}
