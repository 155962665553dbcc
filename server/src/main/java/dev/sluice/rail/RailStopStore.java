package dev.sluice.rail;

import dev.sluice.db.Times;
import dev.sluice.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/// SQL of `rail_stop`.
final class RailStopStore {
    private static final String ALL = """
            SELECT rail, stopped, reason, actor, changed_at FROM rail_stop ORDER BY rail
            """;

    private static final String HELD = """
            SELECT rail, stopped, reason, actor, changed_at FROM rail_stop WHERE rail = :rail FOR UPDATE
            """;

    private static final String IS_STOPPED = """
            SELECT EXISTS (SELECT 1 FROM rail_stop WHERE rail = :rail AND stopped)
            """;

    private static final String PUT = """
            INSERT INTO rail_stop (rail, stopped, reason, actor, changed_at)
            VALUES (:rail, :stopped, :reason, :actor, :at)
            ON CONFLICT (rail) DO UPDATE
            SET stopped = excluded.stopped, reason = excluded.reason, actor = excluded.actor,
                changed_at = excluded.changed_at
            WHERE rail_stop.stopped <> excluded.stopped
            """;

    private RailStopStore() {}

    static List<RailStop> all(Handle handle) {
        return handle.createQuery(ALL).map((row, _) -> read(row)).list();
    }

    /// Returns the latest stop or start of a rail, locked until the transaction ends.
    static Optional<RailStop> held(Tx tx, String rail) {
        return tx.handle()
                .createQuery(HELD)
                .bind("rail", rail)
                .map((row, _) -> read(row))
                .findOne();
    }

    static boolean isStopped(Tx tx, String rail) {
        return tx.handle()
                .createQuery(IS_STOPPED)
                .bind("rail", rail)
                .mapTo(Boolean.class)
                .one();
    }

    /// Returns false if the rail already had that state.
    static boolean put(Tx tx, RailStop stop) {
        return tx.handle()
                        .createUpdate(PUT)
                        .bind("rail", stop.rail())
                        .bind("stopped", stop.stopped())
                        .bind("reason", stop.reason())
                        .bind("actor", stop.actor())
                        .bind("at", stop.changedAt())
                        .execute()
                == 1;
    }

    private static RailStop read(ResultSet row) throws SQLException {
        return new RailStop(
                row.getString("rail"),
                row.getBoolean("stopped"),
                row.getString("reason"),
                row.getString("actor"),
                Times.instant(row, "changed_at"));
    }
}
