package dev.sluice.db;

import java.util.List;
import java.util.function.Function;

/// Look-ups made together: whoever asks while one is under way is answered by the next, which asks for everybody who
/// waits in one statement. There is no timer, so whoever is alone does not wait; and nothing is remembered, so an
/// answer is never older than its question.
public final class Gathering<Q, A> implements AutoCloseable {
    private final Lane<Q, A> lane;

    /// @param read answers some questions in their order
    public Gathering(String name, Function<List<Q>, List<A>> read) {
        this.lane = new Lane<>(Thread.ofVirtual().name(name + "-reads"), _ -> 1, read);
    }

    public A ask(Q question) {
        return Lane.await(lane.enqueue(question));
    }

    @Override
    public void close() {
        lane.close();
    }
}
