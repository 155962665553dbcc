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
import org.jspecify.annotations.Nullable;

/// The payments of the deposit account, as payers make them.
public final class StandInPayments {
    private static final long FIRST_ID = 214_748_364_800_000_001L;
    /// Maximum number of operations of a transaction.
    private static final long IDS = 4096;

    private final TreeMap<Long, JsonObject> operations = new TreeMap<>();
    private final Map<String, List<JsonObject>> effects = new HashMap<>();

    /// Adds an operation.
    ///
    /// @return its id
    public synchronized String add(
            String type, Instant at, boolean successful, Memo memo, UnaryOperator<JsonObject> more) {
        return add(new Told(type, at, successful, memo, null, 0), more);
    }

    /// Data of an operation of any type.
    ///
    /// @param result the transaction's result (XDR in base 64); null to omit it
    /// @param order index of the operation in its transaction, from 0
    public record Told(
            String type,
            Instant at,
            boolean successful,
            Memo memo,
            @Nullable String result,
            int order) {}

    public synchronized String add(Told told, UnaryOperator<JsonObject> more) {
        long transaction = operations.isEmpty() ? FIRST_ID : (operations.lastKey() & -IDS) + IDS + 1;
        long id = transaction + told.order();
        operations.put(
                id,
                more.apply(StandInDocuments.operation(
                        id, told.type(), told.at().toString(), told.successful(), told.memo(), told.result())));
        return Long.toString(id);
    }

    public synchronized void effect(String operation, JsonObject effect) {
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
