package dev.sluice.db;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Keeps transactions from taking all connections of a pool. Where the disk stands still, each that commits holds its
/// connection until it goes on; who only reads, such as whoever looks up a key or asks whether the node is ready, waits
/// for none of them.
final class Writers {
    /// So many connections are never a transaction's.
    static final int FOR_READS = 2;

    private final Semaphore places;
    private final Duration patience;

    /// @param most how many transactions there may be at once
    /// @param patience how long one waits for its turn, as for a connection
    Writers(int most, Duration patience) {
        this.places = new Semaphore(most, true);
        this.patience = patience;
    }

    /// A transaction's turn, which ends when it is closed.
    ///
    /// @throws SqlFailure where it does not come in time, as where there is no connection
    Turn turn() {
        try {
            if (places.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
                return places::release;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw late(interrupted);
        }
        throw late(null);
    }

    private static SqlFailure late(@Nullable Throwable cause) {
        SQLException late = new SQLTransientConnectionException("all transactions' connections are in use", cause);
        return new SqlFailure(late);
    }

    /// Until it is closed, a transaction has its place.
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }
}
