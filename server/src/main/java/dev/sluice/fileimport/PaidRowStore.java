package dev.sluice.fileimport;

import dev.sluice.db.Tx;
import dev.sluice.fileimport.Payments.RowDigests;
import dev.sluice.fileimport.Payments.Sum;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/// SQL about the payments of `fileimport_row`, see [Payments].
final class PaidRowStore {
    /// Rows of recently confirmed files that equal payable rows of this file. Each appears once, however many rows
    /// it equals. The query starts from the few recent files. Of many equal rows it returns the latest ones with
    /// their payouts, and one more without, as a marker for the rest.
    private static final String REPEATED = """
            SELECT encode(fingerprint, 'hex') AS fingerprint, file_id, name,
                   CASE WHEN place <= :looked::int8 THEN created_id END AS payout_id
            FROM (
                SELECT other.fingerprint, f.id AS file_id, f.name, f.confirmed_at, other.created_id,
                       row_number() OVER (
                           PARTITION BY other.fingerprint
                           ORDER BY f.confirmed_at DESC, f.id DESC, other.number) AS place
                FROM fileimport_file f
                JOIN fileimport_row other ON other.organization_id = f.organization_id AND other.file_id = f.id
                    AND other.fingerprint IS NOT NULL AND other.state IN ('READY', 'CREATED')
                WHERE f.organization_id = :organization AND f.kind = 'PAYOUT' AND f.confirmed_at IS NOT NULL
                    AND COALESCE(f.done_at, 'infinity') > :since AND f.id <> :file
                    AND EXISTS (
                        SELECT FROM fileimport_row mine
                        WHERE mine.organization_id = :organization AND mine.file_id = :file
                            AND mine.fingerprint = other.fingerprint AND mine.state = 'READY')
            ) AS found
            WHERE place <= :looked::int8 + 1
            ORDER BY confirmed_at DESC, file_id DESC, place
            """;

    private static final String SAID = """
            SELECT number, encode(fingerprint, 'hex') AS fingerprint, hidden FROM fileimport_row
            WHERE organization_id = :organization AND file_id = :file AND state = 'READY' AND fingerprint IS NOT NULL
            """;

    private static final String COSTS = """
            SELECT r.asset, f.asset_kind, r.exponent, count(*) AS rows,
                   count(*) FILTER (WHERE r.needs_approval) AS waiting,
                   sum(r.units) AS units, sum(r.fee_units) AS fee_units
            FROM fileimport_row r JOIN fileimport_file f ON f.organization_id = r.organization_id AND f.id = r.file_id
            WHERE r.organization_id = :organization AND r.file_id = :file AND r.state NOT IN ('FAULTY', 'LEFT_OUT')
                AND r.number <> ALL (:without::int4[])
            GROUP BY r.asset, f.asset_kind, r.exponent ORDER BY r.asset
            """;

    /// Sets the approval flag of payable rows by their numbers.
    private static final String SET_WAITING = """
            UPDATE fileimport_row SET needs_approval = (number = ANY (:numbers::int4[]))
            WHERE organization_id = :organization AND file_id = :file AND state = 'READY'
                AND needs_approval <> (number = ANY (:numbers::int4[]))
            """;

    private static final String GROUPS = """
            SELECT DISTINCT group_id FROM fileimport_row
            WHERE organization_id = :organization AND file_id = :file AND group_id IS NOT NULL
            """;

    private PaidRowStore() {}

    static void setWaiting(Tx tx, ImportFile file, Collection<Integer> numbers) {
        of(tx.handle().createUpdate(SET_WAITING), file)
                .bindArray("numbers", Integer.class, numbers)
                .execute();
    }

    static List<DuplicateRow> repeated(Handle handle, ImportFile file, Instant since, int looked) {
        return of(handle.createQuery(REPEATED), file)
                .bind("since", since)
                .bind("looked", looked)
                .map((row, _) -> new DuplicateRow(
                        row.getString("fingerprint"),
                        row.getObject("file_id", UUID.class),
                        row.getString("name"),
                        row.getObject("payout_id", UUID.class)))
                .list();
    }

    static RowDigests digests(Handle handle, ImportFile file) {
        var hidden = new TreeSet<Integer>();
        var texts = of(handle.createQuery(SAID), file)
                .map((row, _) -> {
                    int number = row.getInt("number");
                    if (row.getBoolean("hidden")) {
                        hidden.add(number);
                    }
                    return Map.entry(number, row.getString("fingerprint"));
                })
                .collectToMap(Map.Entry::getKey, Map.Entry::getValue);
        return new RowDigests(texts, hidden);
    }

    static List<Sum> sums(Handle handle, ImportFile file, Collection<Integer> without) {
        return of(handle.createQuery(COSTS), file)
                .bindArray("without", Integer.class, without)
                .map((row, _) -> new Sum(
                        row.getInt("rows"),
                        row.getInt("waiting"),
                        ImportRowStore.money(row, "units"),
                        ImportRowStore.money(row, "fee_units")))
                .list();
    }

    static List<UUID> groups(Handle handle, ImportFile file) {
        return of(handle.createQuery(GROUPS), file).mapTo(UUID.class).list();
    }

    private static <S extends SqlStatement<S>> S of(S statement, ImportFile file) {
        return statement.bind("organization", file.organizationId()).bind("file", file.id());
    }
}
