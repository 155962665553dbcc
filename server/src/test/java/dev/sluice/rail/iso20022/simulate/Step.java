package dev.sluice.rail.iso20022.simulate;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The nine steps of a payout by a file and of a file of the bank. A node is killed at each of them.
enum Step {
    ORDERED("INSERT INTO rail_iso20022_order"),
    SEALED("INSERT INTO rail_iso20022_file"),
    ATTEMPTED("UPDATE rail_iso20022_file SET state = 'uploading'"),
    UPLOADED("UPDATE rail_iso20022_file SET state = 'ready'"),
    RENAMED(null),
    DELIVERED("UPDATE rail_iso20022_file SET state = 'delivered'"),
    /// An earlier attempt ended between the rename and its commit: the node looks for the file.
    RESOLVED("UPDATE rail_iso20022_file SET state = 'doubtful'"),
    STORED("INSERT INTO rail_iso20022_inbound"),
    APPLIED("UPDATE rail_iso20022_inbound");

    private final @Nullable String statement;

    Step(@Nullable String statement) {
        this.statement = statement;
    }

    /// Returns the step that a transaction commits; null if it commits none of them. A report of the
    /// bank that is applied can deliver a file too.
    static @Nullable Step of(List<String> sql) {
        for (var step : List.of(APPLIED, STORED, ORDERED, SEALED, ATTEMPTED, UPLOADED, DELIVERED, RESOLVED)) {
            if (sql.stream().anyMatch(each -> each.contains(String.valueOf(step.statement)))) {
                return step;
            }
        }
        return null;
    }

    /// Moment of a kill.
    enum Moment {
        /// Nothing has happened.
        BEFORE,
        /// A part of it has happened.
        HALF,
        /// It has happened, and the node does not know.
        AFTER
    }
}
