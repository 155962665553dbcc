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

/// Writes chunks over two connections, each chunk in a transaction. Rows are copied in parallel; balances and commits
/// follow in the order of the chunks, so that the books are correct at any time.
final class ChunkWriters implements AutoCloseable {
    private static final int CONNECTIONS = 2;
    /// Two are being written, one waits, and one is being built.
    private static final int CHUNKS = CONNECTIONS + 2;

    private final Database database;
    private final Consumer<Chunk> written;
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    private final BlockingQueue<Chunk> blank = new ArrayBlockingQueue<>(CHUNKS);
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    /// @param written receives every chunk after its commit
    ChunkWriters(Database database, Consumer<Chunk> written) {
        this.database = database;
        this.written = written;
        for (int i = 0; i < CHUNKS; i++) {
            blank.add(new Chunk());
        }
    }

    /// Returns an empty chunk, waiting for one if necessary.
    Chunk blank() throws InterruptedException {
        var chunk = blank.take();
        chunk.clear();
        return chunk;
    }

    /// Writes a chunk in the background. Failures of earlier chunks are thrown here or by [#finish].
    void write(Chunk chunk) {
        if (last.isCompletedExceptionally()) {
            finish();
        }
        var before = last;
        last = CompletableFuture.runAsync(() -> write(chunk, before), threads);
    }

    /// Waits until all chunks are written.
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
            // A concurrent transfer has taken the next line of a statement.
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

    /// Waits for pending writes.
    @Override
    public void close() {
        threads.close();
    }
}
