package dev.sluice.rail;

import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BiConsumer;

/// Notifies operators of conditions in which a rail cannot go on by itself. A condition that lasts is reported again
/// after six hours, by one node.
public final class Alerts {
    static final Duration REPEATED_AFTER = Duration.ofHours(6);

    private final Database database;
    private final InstantSource clock;
    private final BiConsumer<Tx, Alert> report;

    /// @param report writes the operator notice, in the transaction that stores the alert
    public Alerts(Database database, InstantSource clock, BiConsumer<Tx, Alert> report) {
        this.database = database;
        this.clock = clock;
        this.report = report;
    }

    /// A condition of a rail.
    ///
    /// @param condition identifies the condition within the rail, such as `base/fillers`
    /// @param message says in at most 140 characters what happened and what the operator can do
    public record Alert(String rail, String condition, String message) {
        /// The message may quote the other side, and PostgreSQL stores no NUL.
        public Alert {
            message = message.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?");
        }
    }

    Instant now() {
        return clock.instant();
    }

    /// Raises an alert, unless the condition was reported within the last six hours.
    public void raise(Alert alert) {
        database.run(tx -> raise(tx, alert));
    }

    /// Raises an alert as part of a transaction.
    public void raise(Tx tx, Alert alert) {
        var now = clock.instant();
        if (AlertStore.put(tx, alert, now, now.minus(REPEATED_AFTER))) {
            report.accept(tx, alert);
        }
    }
}
