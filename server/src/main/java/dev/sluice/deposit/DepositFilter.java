package dev.sluice.deposit;

import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a list of deposits is narrowed to. An id filter that is no id matches nothing.
record DepositFilter(
        @Nullable String type,
        @Nullable String status,
        @Nullable UUID bulkId,
        @Nullable String reference,
        boolean matchesNothing) {
    private static final List<String> TYPES = List.of("fiat", "crypto");

    /// Of one type, whatever the query says.
    static DepositFilter of(String type, Query query) {
        return of(type, query, query.text("depositBulkId").orElse(null));
    }

    /// Of both types, or of the one that the query names.
    static DepositFilter ofAny(Query query) {
        return of(query.oneOf("depositType", TYPES).orElse(null), query, null);
    }

    private static DepositFilter of(@Nullable String type, Query query, @Nullable String bulk) {
        var bulkId = bulk == null ? null : Ids.parse(bulk).orElse(null);
        return new DepositFilter(
                type,
                query.oneOf("status", Status.WIRE).orElse(null),
                bulkId,
                query.text("reference").map(String::strip).orElse(null),
                (bulk == null) != (bulkId == null));
    }

    /// Whether the maintained counts know the total.
    boolean isTallied() {
        return bulkId == null && reference == null;
    }
}
