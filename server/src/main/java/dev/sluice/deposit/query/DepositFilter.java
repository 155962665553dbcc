package dev.sluice.deposit.query;

import dev.sluice.deposit.Status;
import dev.sluice.http.DateRange;
import dev.sluice.http.Ids;
import dev.sluice.http.Query;
import dev.sluice.money.Asset;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Filter of a list of deposits. An id filter that is not an id matches no deposit.
///
/// @param underReview true for deposits with a payment that waits for a decision
public record DepositFilter(
        @Nullable String type,
        @Nullable String status,
        @Nullable UUID bulkId,
        @Nullable String reference,
        @Nullable String currency,
        @Nullable String transactionHash,
        boolean underReview,
        @Nullable DateRange created,
        boolean matchesNothing) {
    private static final List<String> TYPES = List.of("fiat", "crypto");
    private static final List<String> PAYMENT_STATUSES = List.of("under_review");

    /// Returns the filter for one type, regardless of the query's type.
    public static DepositFilter of(String type, Query query) {
        boolean crypto = type.equals(Asset.Kind.CRYPTO.wire());
        return of(type, query, query.text("depositBulkId").orElse(null), crypto);
    }

    /// Returns the filter for both types, or for the type in the query.
    public static DepositFilter ofAny(Query query) {
        return of(query.oneOf("depositType", TYPES).orElse(null), query, null, true);
    }

    /// @param onChain true if some of them may be paid on a chain, where payments are always taken and never under
    ///     review
    private static DepositFilter of(@Nullable String type, Query query, @Nullable String bulk, boolean onChain) {
        var bulkId = bulk == null ? null : Ids.parse(bulk).orElse(null);
        return new DepositFilter(
                type,
                query.oneOf("status", Status.WIRE).orElse(null),
                bulkId,
                query.text("reference").map(String::strip).orElse(null),
                query.text("inputCurrency").map(Asset::codeOf).orElse(null),
                onChain ? query.text("transactionHash").map(String::strip).orElse(null) : null,
                !onChain && query.oneOf("paymentStatus", PAYMENT_STATUSES).isPresent(),
                query.dates().orElse(null),
                (bulk == null) != (bulkId == null));
    }

    /// Returns true if the maintained counters know the total, at least of whole days.
    boolean isTallied() {
        return bulkId == null && reference == null && transactionHash == null && !underReview;
    }

    /// Returns true if the filter matches all deposits with a payment under review. Only fiat deposits have such
    /// payments, so that the filter implies the type.
    boolean isOfReviewAlone() {
        return underReview
                && status == null
                && bulkId == null
                && reference == null
                && currency == null
                && transactionHash == null
                && created == null;
    }

    DepositFilter within(Instant from, Instant until) {
        return new DepositFilter(
                type,
                status,
                bulkId,
                reference,
                currency,
                transactionHash,
                underReview,
                new DateRange(from, until),
                matchesNothing);
    }
}
