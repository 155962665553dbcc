package dev.sluice.resilience.crash;

import dev.sluice.db.Database;
import dev.sluice.db.Times;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/// Leases of payouts with their ends.
final class LeaseStore {
    private static final String ENDS = """
            SELECT disbursement_id, leased_until FROM disbursement_due WHERE leased_until IS NOT NULL
            """;

    private final Database database;

    LeaseStore(Database database) {
        this.database = database;
    }

    /// Returns the leases of [#ends()] that have not expired.
    Map<UUID, Instant> leases(Instant now) {
        var ends = ends();
        ends.values().removeIf(end -> !end.isAfter(now));
        return ends;
    }

    /// Returns the end of the current or last lease of each payout in progress.
    Map<UUID, Instant> ends() {
        return database.read(handle -> handle.createQuery(ENDS)
                .map((row, _) ->
                        Map.entry(row.getObject("disbursement_id", UUID.class), Times.instant(row, "leased_until")))
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
