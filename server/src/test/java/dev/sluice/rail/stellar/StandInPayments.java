package dev.sluice.rail.stellar;

import dev.sluice.http.JsonObject;
import dev.sluice.rail.stellar.StandInDocuments.Memo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The payments of the deposit account, as payers make them.
final class StandInPayments {
    private static final long FIRST_ID = 214_748_364_800_000_001L;

    private final TreeMap<Long, JsonObject> operations = new TreeMap<>();
    private final Map<String, List<JsonObject>> effects = new HashMap<>();

    /// Adds an operation.
    ///
    /// @return its id
    synchronized String add(String type, Instant at, boolean successful, Memo memo, UnaryOperator<JsonObject> more) {
        long id = operations.isEmpty() ? FIRST_ID : operations.lastKey() + 4096;
        operations.put(id, more.apply(StandInDocuments.operation(id, type, at.toString(), successful, memo)));
        return Long.toString(id);
    }

    synchronized void effect(String operation, JsonObject effect) {
        effects.computeIfAbsent(operation, _ -> new ArrayList<>()).add(effect);
    }

    synchronized List<JsonObject> effects(String operation) {
        return List.copyOf(effects.getOrDefault(operation, List.of()));
    }

    synchronized List<JsonObject> after(String cursor, int limit) {
        return operations.tailMap(cursor.isEmpty() ? 0L : Long.parseLong(cursor), false).values().stream()
                .limit(limit)
                .toList();
    }
}
