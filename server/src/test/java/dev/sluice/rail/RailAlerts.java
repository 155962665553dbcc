package dev.sluice.rail;

import dev.sluice.db.Database;
import java.util.List;

/// The alerts in a database, for tests.
public final class RailAlerts {
    private RailAlerts() {}

    /// Returns the subject of each alert: a rail or a kind of record, and the condition.
    public static List<String> conditions(Database database) {
        return database.read(handle -> handle.createQuery("SELECT rail || '/' || condition FROM rail_alert ORDER BY 1")
                .mapTo(String.class)
                .list());
    }
}
