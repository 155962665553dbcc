package dev.sluice.db;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Limits the number of concurrent transactions below the size of the pool. If the disk stalls, each committing
/// transaction keeps its connection. Reads such as key look-ups and readiness checks still find one. A semaphore is
/// enough: the limit has no keys, and each transaction passes it.
final class TransactionLimit {
    /// Number of connections that are reserved for reads.
    static final int FOR_READS = 2;

    private final Semaphore places;
    private final Duration patience;

    /// @param most maximum number of concurrent transactions
    /// @param patience maximum wait for a permit, as for a connection
    TransactionLimit(int most, Duration patience) {
        this.places = new Semaphore(most, true);
        this.patience = patience;
    }

    /// Acquires a permit for a transaction, released on close.
    ///
    /// @throws SqlFailure if none is free in time, as for a missing connection
    Permit acquire() {
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

    /// Permit of a transaction.
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }
}
