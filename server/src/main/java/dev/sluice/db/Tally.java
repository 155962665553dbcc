package dev.sluice.db;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/// What one transaction changes in maintained counts, by organization and two further columns. Written in one order on
/// every node, additions first, since they open the rows that are new.
public final class Tally {
    private final Map<Key, Long> totals = new TreeMap<>(
            Comparator.comparing(Key::organizationId).thenComparing(Key::first).thenComparing(Key::second));

    /// Counts so many more, or fewer.
    public Tally add(UUID organizationId, String first, String second, int by) {
        totals.merge(new Key(organizationId, first, second), (long) by, Long::sum);
        return this;
    }

    /// Writes the changes. Both statements take organizations, first and second columns and positive totals, as
    /// arrays.
    public void flush(Tx tx, String addSql, String subtractSql) {
        run(tx, addSql, 1);
        run(tx, subtractSql, -1);
    }

    private void run(Tx tx, String sql, int sign) {
        List<Map.Entry<Key, Long>> rows = totals.entrySet().stream()
                .filter(each -> each.getValue() * sign > 0)
                .toList();
        if (!rows.isEmpty()) {
            Batch.of(sql)
                    .uuids(rows, row -> row.getKey().organizationId())
                    .texts(rows, row -> row.getKey().first())
                    .texts(rows, row -> row.getKey().second())
                    .longs(rows, row -> row.getValue() * sign)
                    .write(tx);
        }
    }

    private record Key(UUID organizationId, String first, String second) {}
}
