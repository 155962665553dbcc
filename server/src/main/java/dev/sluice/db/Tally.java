package dev.sluice.db;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/// Changes of one transaction to maintained counts, by organization and further columns. Every node writes them in the
/// same order, which prevents deadlocks. Additions come first, since they create new rows.
public final class Tally {
    private final Map<Key, Change> changes = new TreeMap<>(
            Comparator.comparing(Key::organizationId).thenComparing(key -> String.join("\n", key.labels())));

    /// Changes a count.
    ///
    /// @param labels the columns after the organization, as text
    public Tally add(UUID organizationId, int by, String... labels) {
        return add(organizationId, by, BigDecimal.ZERO, labels);
    }

    /// Changes a count and its sum.
    ///
    /// @param each amount that each counted item adds to the sum
    public Tally add(UUID organizationId, int by, BigDecimal each, String... labels) {
        var change = new Change(by, each.multiply(BigDecimal.valueOf(by)));
        changes.merge(new Key(organizationId, List.of(labels)), change, Change::plus);
        return this;
    }

    /// Writes the changes. Both statements take arrays: organizations, one per label column, and positive totals.
    public void flush(Tx tx, String addSql, String subtractSql) {
        run(tx, addSql, chosen(change -> change.total() > 0), 1, false);
        run(tx, subtractSql, chosen(change -> change.total() < 0), -1, false);
    }

    /// Writes the changes with the sums, which both statements take after the totals. A sum may change without the
    /// count or in the other direction; its row exists then.
    public void flushSums(Tx tx, String addSql, String subtractSql) {
        run(tx, addSql, chosen(change -> change.total() > 0), 1, true);
        run(
                tx,
                subtractSql,
                chosen(change -> change.total() < 0
                        || (change.total() == 0 && change.sum().signum() != 0)),
                -1,
                true);
    }

    private List<Map.Entry<Key, Change>> chosen(Predicate<Change> which) {
        return changes.entrySet().stream()
                .filter(each -> which.test(each.getValue()))
                .toList();
    }

    private static void run(Tx tx, String sql, List<Map.Entry<Key, Change>> rows, int sign, boolean sums) {
        if (rows.isEmpty()) {
            return;
        }
        var batch = Batch.of(sql).uuids(rows, row -> row.getKey().organizationId());
        int columns = rows.getFirst().getKey().labels().size();
        for (int column = 0; column < columns; column++) {
            int each = column;
            batch.texts(rows, row -> row.getKey().labels().get(each));
        }
        batch.longs(rows, row -> row.getValue().total() * sign);
        if (sums) {
            batch.decimals(rows, row -> row.getValue().sum().multiply(BigDecimal.valueOf(sign)));
        }
        batch.write(tx);
    }

    private record Key(UUID organizationId, List<String> labels) {}

    private record Change(long total, BigDecimal sum) {
        Change plus(Change other) {
            return new Change(total + other.total, sum.add(other.sum));
        }
    }
}
