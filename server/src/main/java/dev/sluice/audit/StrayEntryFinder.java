package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.audit.StrayEntries.Reason;
import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Finds rows outside the chains: forged ones and ones that were never linked. Verification of a chain does not find
/// them, since it reads only linked rows.
final class StrayEntryFinder {
    /// Longest normal delay; linking takes seconds.
    static final Duration LINKED_WITHIN = Duration.ofMinutes(15);

    /// Small, since rows may be large.
    private static final int BATCH_MAX = 20;

    private final Database database;
    private final Clocks clocks;
    private final Macs macs;

    StrayEntryFinder(Database database, Clocks clocks, Macs macs) {
        this.database = database;
        this.clocks = clocks;
        this.macs = macs;
    }

    /// Finds all current stray entries.
    List<StrayEntries> find() {
        return database.snapshot(handle -> {
            var numbers = unlinked(handle);
            for (var placed : StrayStore.placed(handle)) {
                var organizationId = placed.organizationId();
                add(numbers, new StrayEntries(organizationId, Reason.FORGED, placed.aside()));
                add(numbers, new StrayEntries(organizationId, Reason.BEYOND, placed.beyond()));
                add(numbers, new StrayEntries(organizationId, Reason.DOUBLE, placed.doubled()));
            }
            return numbers.entrySet().stream()
                    .filter(each -> each.getValue() > 0)
                    .map(each -> new StrayEntries(
                            each.getKey().organizationId(), each.getKey().reason(), each.getValue()))
                    .toList();
        });
    }

    /// Key of a count of stray entries: organization and reason.
    private record Key(UUID organizationId, Reason reason) {
        static Key of(StrayEntries strays) {
            return new Key(strays.organizationId(), strays.reason());
        }
    }

    private static void add(Map<Key, Long> numbers, StrayEntries strays) {
        numbers.merge(Key.of(strays), strays.number(), Long::sum);
    }

    private Map<Key, Long> unlinked(Handle handle) {
        var late = clocks.realInstant().minus(LINKED_WITHIN);
        var numbers = new HashMap<Key, Long>();
        @Nullable Row last = null;
        List<Row> rows;
        do {
            rows = AuditStore.unlinkedAfter(handle, last, BATCH_MAX);
            for (var row : rows) {
                last = row;
                if (!macs.isValid(row)) {
                    add(numbers, new StrayEntries(row.organizationId(), Reason.FORGED, 1));
                } else if (row.begunAt().isBefore(late)) {
                    add(numbers, new StrayEntries(row.organizationId(), Reason.WAITING, 1));
                }
            }
        } while (rows.size() == BATCH_MAX);
        return numbers;
    }

    /// Reports stray entries whose number has grown since the last report by any node.
    ///
    /// @param listener sends the report, in the transaction that records it
    void watch(BiConsumer<Tx, StrayEntries> listener) {
        var strays = find();
        database.run(tx -> {
            HeadStore.lockRegister(tx);
            var before = StrayStore.reported(tx).stream().collect(Collectors.toMap(Key::of, StrayEntries::number));
            var now = strays.stream().collect(Collectors.toMap(Key::of, strayEntries -> strayEntries));
            var gone = new ArrayList<StrayEntries>();
            before.keySet().stream()
                    .filter(key -> !now.containsKey(key))
                    .forEach(key -> gone.add(new StrayEntries(key.organizationId(), key.reason(), 0)));
            Stream.concat(strays.stream(), gone.stream())
                    .filter(strayEntries -> strayEntries.number() != before.getOrDefault(Key.of(strayEntries), 0L))
                    .forEach(strayEntries -> {
                        if (strayEntries.number() > before.getOrDefault(Key.of(strayEntries), 0L)) {
                            listener.accept(tx, strayEntries);
                        }
                        StrayStore.markReported(tx, strayEntries);
                    });
        });
    }
}
