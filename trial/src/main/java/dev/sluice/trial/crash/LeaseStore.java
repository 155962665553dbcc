package dev.sluice.trial.crash;

import dev.sluice.db.Database;
import dev.sluice.db.Times;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jdbi.v3.core.statement.Query;

/// Which payouts a node has taken up, and until when nobody else may.
final class LeaseStore {
    private static final String LEASES = """
            SELECT disbursement_id, leased_until FROM disbursement_due WHERE leased_until > :now
            """;

    private static final String ENDS = """
            SELECT disbursement_id, leased_until FROM disbursement_due WHERE leased_until IS NOT NULL
            """;

    private final Database database;

    LeaseStore(Database database) {
        this.database = database;
    }

    Map<UUID, Instant> leases(Instant now) {
        return database.read(handle -> map(handle.createQuery(LEASES).bind("now", now)));
    }

    /// Until when anybody had, or has, each payout that is under way.
    Map<UUID, Instant> ends() {
        return database.read(handle -> map(handle.createQuery(ENDS)));
    }

    private static Map<UUID, Instant> map(Query query) {
        return query
                .map((row, _) ->
                        Map.entry(row.getObject("disbursement_id", UUID.class), Times.instant(row, "leased_until")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
