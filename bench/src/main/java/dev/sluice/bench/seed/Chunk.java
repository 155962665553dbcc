package dev.sluice.bench.seed;

import dev.sluice.bench.seed.RowStore.Table;
import dev.sluice.db.Tx;
import dev.sluice.disbursement.Disbursement;
import dev.sluice.disbursement.Status;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.postgresql.PGConnection;

/// Content of one transaction of a fill: rows by table, the resulting balances, and counts of payouts by status. Its
/// buffers are reused.
final class Chunk {
    /// Limits of one transaction: more costs memory and saves no time.
    private static final int PAYOUTS_MAX = 5_000;

    private static final int BYTES_MAX = 12 << 20;

    private final Map<Table, CopyRows> rows = new EnumMap<>(Table.class);
    private final Map<Tally, Integer> tallies = new HashMap<>();
    private final Map<UUID, Long> feeds = new HashMap<>();
    private List<Journal.Change> changes = List.of();
    private int payouts;

    Chunk() {
        for (var table : Table.values()) {
            rows.put(table, new CopyRows());
        }
    }

    /// Key of payout counts; the day is that of their creation (UTC).
    record Tally(UUID organizationId, String asset, String status, LocalDate day) implements Comparable<Tally> {
        private static final Comparator<Tally> ORDER = Comparator.comparing(Tally::organizationId)
                .thenComparing(Tally::asset)
                .thenComparing(Tally::status)
                .thenComparing(Tally::day);

        @Override
        public int compareTo(Tally other) {
            return ORDER.compare(this, other);
        }
    }

    void clear() {
        rows.values().forEach(CopyRows::clear);
        tallies.clear();
        feeds.clear();
        changes = List.of();
        payouts = 0;
    }

    CopyRows rows(Table table) {
        var found = rows.get(table);
        if (found == null) {
            throw new IllegalStateException("no rows of " + table);
        }
        return found;
    }

    void count(Disbursement payout) {
        payouts++;
        tallies.merge(tally(payout, payout.status()), 1, Integer::sum);
        tallies.putIfAbsent(tally(payout, Status.PENDING), 0);
    }

    private static Tally tally(Disbursement payout, Status status) {
        return new Tally(
                payout.organizationId(),
                payout.amount().asset().code(),
                status.wire(),
                LocalDate.ofInstant(payout.createdAt(), ZoneOffset.UTC));
    }

    /// Advances an organization's feed to a position.
    void feed(UUID organizationId, long position) {
        feeds.put(organizationId, position);
    }

    boolean isFull() {
        return payouts >= PAYOUTS_MAX
                || rows.values().stream().mapToInt(CopyRows::bytes).sum() >= BYTES_MAX;
    }

    int payouts() {
        return payouts;
    }

    /// Returns the number of rows to write by `COPY`.
    int rows() {
        return rows.values().stream().mapToInt(CopyRows::rows).sum();
    }

    /// Adds the resulting balances, as the last step.
    void close(List<Journal.Change> moved) {
        changes = List.copyOf(moved);
    }

    /// Writes the rows, which stay invisible until the balances are written and committed, too.
    void writeRows(Tx tx) throws SQLException {
        var connection = tx.connection().unwrap(PGConnection.class);
        for (var each : rows.entrySet()) {
            if (each.getValue().rows() > 0) {
                each.getKey().write(connection, each.getValue());
            }
        }
    }

    void writeBalances(Tx tx) {
        BalanceStore.move(tx, changes);
        BalanceStore.count(tx, tallies);
        BalanceStore.feed(tx, feeds);
    }
}
