package dev.sluice.disbursement.query;

import dev.sluice.disbursement.DisbursementState.Stage;
import dev.sluice.disbursement.Status;
import dev.sluice.http.DateRange;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Filter of a list of payouts. An id filter that is not an id matches no payout.
public record DisbursementFilter(
        @Nullable UUID id,
        @Nullable UUID groupId,
        @Nullable String status,
        @Nullable Stage stage,
        @Nullable String currency,
        @Nullable String reference,
        @Nullable UUID recipientId,
        @Nullable String bankReference,
        @Nullable DateRange created,
        boolean matchesNothing) {

    public static DisbursementFilter of(Query query) {
        var id = query.text("disbursementId");
        var group = query.text("groupId");
        var recipient = query.text("recipientId");
        var parsedId = id.flatMap(Ids::parse);
        var parsedGroup = group.flatMap(Ids::parse);
        var parsedRecipient = recipient.flatMap(Ids::parse);
        return new DisbursementFilter(
                parsedId.orElse(null),
                parsedGroup.orElse(null),
                query.oneOf("status", Status.WIRE).orElse(null),
                Stage.of(query).orElse(null),
                query.text("currency").map(Asset::codeOf).orElse(null),
                query.text("reference").map(String::strip).orElse(null),
                parsedRecipient.orElse(null),
                query.text("bankReference").map(String::strip).orElse(null),
                query.dates().orElse(null),
                id.isPresent() != parsedId.isPresent()
                        || group.isPresent() != parsedGroup.isPresent()
                        || recipient.isPresent() != parsedRecipient.isPresent());
    }

    /// Reports whether the maintained counts have the total, at least of whole days.
    boolean isTallied() {
        return recipientId == null && isUnnamed();
    }

    /// Reports whether the filter has a payee only, with any currency and status: an index counts such payouts.
    boolean isOfPayeeAlone() {
        return recipientId != null && status == null && currency == null && isUnnamed();
    }

    private boolean isUnnamed() {
        return id == null && groupId == null && stage == null && reference == null && bankReference == null;
    }

    DisbursementFilter within(Instant from, Instant until) {
        return new DisbursementFilter(
                id,
                groupId,
                status,
                stage,
                currency,
                reference,
                recipientId,
                bankReference,
                new DateRange(from, until),
                matchesNothing);
    }
}
