package dev.sluice.bench.seed;

import dev.sluice.db.Database;
import dev.sluice.db.SqlFailure;
import dev.sluice.db.Tx;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// Two connections that write chunks, each in a transaction. Rows are copied side by side; balances, and so the
/// commits, come one after the other in the order of the chunks, so that the books are right whenever somebody looks.
final class Writers implements AutoCloseable {
    private static final int CONNECTIONS = 2;
    /// Two are being written while one waits and one is being made.
    private static final int CHUNKS = CONNECTIONS + 2;

    private final Database database;
    private final Consumer<Chunk> written;
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    private final BlockingQueue<Chunk> blank = new ArrayBlockingQueue<>(CHUNKS);
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /// @param written is told of every chunk once it is committed
    Writers(Database database, Consumer<Chunk> written) {
        this.database = database;
        this.written = written;
        for (int i = 0; i < CHUNKS; i++) {
            blank.add(new Chunk());
        }
    }

    /// An empty chunk, once there is one.
    Chunk blank() throws InterruptedException {
        var chunk = blank.take();
        chunk.clear();
        return chunk;
    }

    /// Has a chunk written. What was wrong with an earlier one is thrown here or by [#finish].
    void write(Chunk chunk) {
        if (last.isCompletedExceptionally()) {
            finish();
        }
        var before = last;
        last = CompletableFuture.runAsync(() -> write(chunk, before), threads);
    }

    /// Waits until all is written.
    void finish() {
        try {
            last.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    private void write(Chunk chunk, CompletableFuture<Void> before) {
        try {
            database.run(tx -> {
                writeRows(chunk, tx);
                before.join();
                chunk.writeBalances(tx);
            });
            written.accept(chunk);
        } catch (SqlFailure failed) {
            // Whoever moved the money has taken the next line of a statement.
            throw failed.isUniqueViolation() ? BalanceStore.movedMeanwhile(failed) : failed;
        } finally {
            blank.add(chunk);
        }
    }

    private static void writeRows(Chunk chunk, Tx tx) {
        try {
            chunk.writeRows(tx);
        } catch (SQLException failed) {
            throw new SqlFailure(failed);
        }
    }

    /// Waits for what is under way.
    @Override
    public void close() {
        threads.close();
    }
}
