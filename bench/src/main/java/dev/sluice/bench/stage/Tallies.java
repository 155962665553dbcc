package dev.sluice.bench.stage;

import java.sql.Connection;
import java.sql.SQLException;

/// Counts payouts by status, over one connection that stays open, so that counting often costs little.
public final class Tallies implements AutoCloseable {
    private final Connection connection;

    Tallies(Connection connection) {
        this.connection = connection;
    }

    public long payouts(String status) {
        try {
            return SceneStore.total(connection, status);
        } catch (SQLException failed) {
            throw new IllegalStateException("payouts cannot be counted", failed);
        }
    }

    public long completed() {
        return payouts("completed");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
