package dev.sluice.audit;

import dev.sluice.audit.StrayEntries.Reason;
import dev.sluice.db.Tx;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/// SQL of `audit_unlinked`, and of the numbers that are compared with it.
final class StrayStore {
    /// A chain has exactly one row at each position from 1 to its head.
    private static final String PLACED = """
        SELECT entry.organization_id,
               count(*) FILTER (WHERE entry.position < 1) AS aside,
               count(*) FILTER (WHERE entry.position >= 1 AND entry.position > COALESCE(head.position, 0))
                   AS beyond,
               count(*) FILTER (WHERE entry.position BETWEEN 1 AND head.position)
                   - COALESCE(max(head.position), 0) AS doubled
        FROM audit_entry entry LEFT JOIN audit_head head ON head.organization_id = entry.organization_id
        WHERE entry.position IS NOT NULL
        GROUP BY entry.organization_id
        HAVING min(entry.position) < 1 OR count(*) > COALESCE(max(head.position), 0)
            OR max(entry.position) > COALESCE(max(head.position), 0)
        """;

    private static final String SELECT_NUMBERS = """
        SELECT organization_id, reason, number FROM audit_unlinked WHERE number > 0
        """;

    private static final String NUMBER = """
        SELECT COALESCE(sum(number), 0)::bigint FROM audit_unlinked
        """;

    private static final String TELL = """
        INSERT INTO audit_unlinked (organization_id, reason, number) VALUES (:organization, :reason, :number)
        ON CONFLICT (organization_id, reason) DO UPDATE SET number = excluded.number
        """;

    private StrayStore() {}

    /// Linked rows outside the chain.
    ///
    /// @param aside forged rows that were set aside
    /// @param doubled number of rows minus number of positions; negative if rows are missing
    record Placed(UUID organizationId, long aside, long beyond, long doubled) {}

    static List<Placed> placed(Handle handle) {
        return handle.createQuery(PLACED)
                .map((row, _) -> new Placed(
                        row.getObject("organization_id", UUID.class),
                        row.getLong("aside"),
                        row.getLong("beyond"),
                        row.getLong("doubled")))
                .list();
    }

    /// Returns the stray entries that were reported to operators.
    static List<StrayEntries> reported(Tx tx) {
        return tx.handle()
                .createQuery(SELECT_NUMBERS)
                .map((row, _) -> new StrayEntries(
                        row.getObject("organization_id", UUID.class),
                        Reason.valueOf(row.getString("reason")),
                        row.getLong("number")))
                .list();
    }

    /// Returns the number of stray entries in all organizations, as of the last check.
    static long number(Handle handle) {
        return handle.createQuery(NUMBER).mapTo(long.class).one();
    }

    static void markReported(Tx tx, StrayEntries strays) {
        tx.handle()
                .createUpdate(TELL)
                .bind("organization", strays.organizationId())
                .bind("reason", strays.reason().name())
                .bind("number", strays.number())
                .execute();
    }
}
