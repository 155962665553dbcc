package dev.sluice.disbursement;

import dev.sluice.http.DateRange;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a list of payouts is narrowed to. An id filter that is no id matches nothing.
record DisbursementFilter(
        @Nullable UUID id,
        @Nullable UUID groupId,
        @Nullable String status,
        @Nullable String currency,
        @Nullable String reference,
        @Nullable DateRange created,
        boolean matchesNothing) {

    static DisbursementFilter of(Query query) {
        var id = query.text("disbursementId");
        var group = query.text("groupId");
        var parsedId = id.flatMap(Ids::parse);
        var parsedGroup = group.flatMap(Ids::parse);
        return new DisbursementFilter(
                parsedId.orElse(null),
                parsedGroup.orElse(null),
                query.oneOf("status", Status.WIRE).orElse(null),
                query.text("currency").orElse(null),
                query.text("reference").map(String::strip).orElse(null),
                query.dates().orElse(null),
                id.isPresent() != parsedId.isPresent() || group.isPresent() != parsedGroup.isPresent());
    }

    /// Whether the maintained counts know the total, at least of whole days.
    boolean isTallied() {
        return id == null && groupId == null && reference == null;
    }

    DisbursementFilter within(Instant from, Instant until) {
        return new DisbursementFilter(
                id, groupId, status, currency, reference, new DateRange(from, until), matchesNothing);
    }
}
