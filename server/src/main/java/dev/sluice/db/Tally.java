package dev.sluice.db;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/// What one transaction changes in maintained counts, by organization and further columns. Written in one order on
/// every node, additions first, since they open the rows that are new.
public final class Tally {
    private final Map<Key, Long> totals = new TreeMap<>(
            Comparator.comparing(Key::organizationId).thenComparing(key -> String.join("\n", key.labels())));

    /// Counts so many more, or fewer.
    ///
    /// @param labels the columns after the organization, as text
    public Tally add(UUID organizationId, int by, String... labels) {
        totals.merge(new Key(organizationId, List.of(labels)), (long) by, Long::sum);
        return this;
    }

    /// Writes the changes. Both statements take organizations, the labels column by column, and positive totals, as
    /// arrays.
    public void flush(Tx tx, String addSql, String subtractSql) {
        run(tx, addSql, 1);
        run(tx, subtractSql, -1);
    }

    private void run(Tx tx, String sql, int sign) {
        List<Map.Entry<Key, Long>> rows = totals.entrySet().stream()
                .filter(each -> each.getValue() * sign > 0)
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        var batch = Batch.of(sql).uuids(rows, row -> row.getKey().organizationId());
        int columns = rows.getFirst().getKey().labels().size();
        for (int column = 0; column < columns; column++) {
            int each = column;
            batch.texts(rows, row -> row.getKey().labels().get(each));
        }
        batch.longs(rows, row -> row.getValue() * sign).write(tx);
    }

    private record Key(UUID organizationId, List<String> labels) {}
}
