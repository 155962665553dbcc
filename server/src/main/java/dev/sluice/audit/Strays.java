package dev.sluice.audit;

import dev.sluice.audit.AuditStore.Row;
import dev.sluice.audit.Stray.Why;
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
final class Strays {
    /// Longest normal delay; linking takes seconds.
    static final Duration LINKED_WITHIN = Duration.ofMinutes(15);

    /// Small, since rows may be large.
    private static final int BATCH_MAX = 20;

    private final Database database;
    private final Clocks clocks;
    private final Macs macs;

    Strays(Database database, Clocks clocks, Macs macs) {
        this.database = database;
        this.clocks = clocks;
        this.macs = macs;
    }

    /// Finds all current strays.
    List<Stray> find() {
        return database.snapshot(handle -> {
            var numbers = unlinked(handle);
            for (var placed : StrayStore.placed(handle)) {
                var organizationId = placed.organizationId();
                add(numbers, new Stray(organizationId, Why.FORGED, placed.aside()));
                add(numbers, new Stray(organizationId, Why.BEYOND, placed.beyond()));
                add(numbers, new Stray(organizationId, Why.DOUBLE, placed.doubled()));
            }
            return numbers.entrySet().stream()
                    .filter(each -> each.getValue() > 0)
                    .map(each -> new Stray(
                            each.getKey().organizationId(), each.getKey().why(), each.getValue()))
                    .toList();
        });
    }

    /// Key of a count of strays: organization and reason.
    private record Key(UUID organizationId, Why why) {
        static Key of(Stray stray) {
            return new Key(stray.organizationId(), stray.reason());
        }
    }

    private static void add(Map<Key, Long> numbers, Stray stray) {
        numbers.merge(Key.of(stray), stray.number(), Long::sum);
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
                    add(numbers, new Stray(row.organizationId(), Why.FORGED, 1));
                } else if (row.begunAt().isBefore(late)) {
                    add(numbers, new Stray(row.organizationId(), Why.WAITING, 1));
                }
            }
        } while (rows.size() == BATCH_MAX);
        return numbers;
    }

    /// Reports strays whose number has grown since the last report by any node.
    ///
    /// @param listener sends the report, in the transaction that records it
    void watch(BiConsumer<Tx, Stray> listener) {
        var strays = find();
        database.run(tx -> {
            HeadStore.lockRegister(tx);
            var before = StrayStore.reported(tx).stream().collect(Collectors.toMap(Key::of, Stray::number));
            var now = strays.stream().collect(Collectors.toMap(Key::of, stray -> stray));
            var gone = new ArrayList<Stray>();
            before.keySet().stream()
                    .filter(key -> !now.containsKey(key))
                    .forEach(key -> gone.add(new Stray(key.organizationId(), key.why(), 0)));
            Stream.concat(strays.stream(), gone.stream())
                    .filter(stray -> stray.number() != before.getOrDefault(Key.of(stray), 0L))
                    .forEach(stray -> {
                        if (stray.number() > before.getOrDefault(Key.of(stray), 0L)) {
                            listener.accept(tx, stray);
                        }
                        StrayStore.markReported(tx, stray);
                    });
        });
    }
}
