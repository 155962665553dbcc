package dev.sluice.rail;

import dev.sluice.db.Tx;
import dev.sluice.rail.Alerts.Alert;
import java.time.Instant;

/// SQL of `rail_alert`.
final class AlertStore {
    private static final String PUT = """
        INSERT INTO rail_alert (rail, condition, message, raised_at) VALUES (:rail, :condition, :message, :now)
        ON CONFLICT (rail, condition) DO UPDATE SET message = excluded.message, raised_at = excluded.raised_at
        WHERE rail_alert.raised_at <= :before
        """;

    private AlertStore() {}

    /// Stores an alert. Returns false if the condition was already raised later than `before`.
    static boolean put(Tx tx, Alert alert, Instant now, Instant before) {
        return tx.handle()
                        .createUpdate(PUT)
                        .bind("rail", alert.rail())
                        .bind("condition", alert.condition())
                        .bind("message", alert.message())
                        .bind("now", now)
                        .bind("before", before)
                        .execute()
                == 1;
    }
}
