package dev.sluice.trial.crash;

import dev.sluice.db.Database;
import dev.sluice.db.Times;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/// Which payouts a node has taken up, and until when nobody else may.
final class LeaseStore {
    private static final String ENDS = """
            SELECT disbursement_id, leased_until FROM disbursement_due WHERE leased_until IS NOT NULL
            """;

    private final Database database;

    LeaseStore(Database database) {
        this.database = database;
    }

    /// Those of [#ends()] that are still to come.
    Map<UUID, Instant> leases(Instant now) {
        var ends = ends();
        ends.values().removeIf(end -> !end.isAfter(now));
        return ends;
    }

    /// Until when anybody had, or has, each payout that is under way.
    Map<UUID, Instant> ends() {
        return database.read(handle -> handle.createQuery(ENDS)
                .map((row, _) ->
                        Map.entry(row.getObject("disbursement_id", UUID.class), Times.instant(row, "leased_until")))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
