package dev.sluice.bench.stage;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/// Counts payouts by status over a connection that stays open, so that frequent counting is cheap.
public final class Tallies implements AutoCloseable {
    private static final Duration DRAINED_WITHIN = Duration.ofMinutes(5);
    private static final Duration GLANCE = Duration.ofMillis(200);

    private final Connection connection;

    Tallies(Connection connection) {
        this.connection = connection;
    }

    public long payouts(String status) {
        try {
            return ServiceStore.total(connection, status);
        } catch (SQLException failed) {
            throw new IllegalStateException("payouts cannot be counted", failed);
        }
    }

    public long completed() {
        return payouts("completed");
    }

    /// Waits until no payout is pending.
    public void drain() {
        long end = System.nanoTime() + DRAINED_WITHIN.toNanos();
        while (payouts("pending") > 0) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("payouts are still pending after " + DRAINED_WITHIN);
            }
            Pauses.pause(GLANCE);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
