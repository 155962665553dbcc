package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.DepositStatus;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.dashboard.Links;
import dev.sluice.dashboard.Span;
import dev.sluice.http.Query;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Filters of the deposit list, as in the address of its page. Empty values do not filter.
///
/// @param type `fiat` or `crypto`
/// @param currency currency or token
/// @param transactionHash hash of a token payment's transaction
public record DepositSearch(
        String type,
        String status,
        String currency,
        String reference,
        String bulkId,
        String transactionHash,
        Span span,
        Sort sort,
        int page) {
    static final String CRYPTO = "crypto";
    static final String FIAT = "fiat";
    private static final int PAGE_MAX = 1_000_000;

    /// Statuses to filter by.
    public static final List<String> STATUSES =
            List.of(DepositStatus.PENDING, DepositStatus.COMPLETED, DepositStatus.EXPIRED, DepositStatus.CANCELLED);

    /// Additional filter among the statuses: a deposit of any status can have a payment under review. Payments on
    /// a chain are never under review.
    public static final String UNDER_REVIEW = "under_review";

    static DepositSearch of(Query query, ZoneId zone) {
        var type = query.text("type").filter(CRYPTO::equals).orElse(FIAT);
        return new DepositSearch(
                type,
                query.text("status").filter(statuses(type)::contains).orElse(""),
                text(query, "currency"),
                text(query, "reference"),
                text(query, "bulk"),
                text(query, "transactionHash"),
                Span.of(query, zone),
                query.text("sort").flatMap(DepositSearch::sort).orElse(Sort.NEWEST_FIRST),
                query.integer("page", 1, 1, PAGE_MAX));
    }

    private static List<String> statuses(String type) {
        return type.equals(CRYPTO)
                ? STATUSES
                : Stream.concat(STATUSES.stream(), Stream.of(UNDER_REVIEW)).toList();
    }

    /// Returns the statuses to filter this type by.
    public List<String> statuses() {
        return statuses(type);
    }

    private static String text(Query query, String name) {
        return query.text(name).map(String::strip).orElse("");
    }

    private static Optional<Sort> sort(String wanted) {
        return Stream.of(Sort.values())
                .filter(each -> each.parameter().equals(wanted))
                .findFirst();
    }

    public boolean isCrypto() {
        return type.equals(CRYPTO);
    }

    /// Reports whether any filter is set besides the type.
    public boolean isFiltered() {
        return Stream.of(status, currency, reference, bulkId, transactionHash, span.startDate(), span.endDate())
                .anyMatch(each -> !each.isEmpty());
    }

    /// Returns the query parameters, without the page number.
    public Map<String, String> parameters() {
        var parameters = new LinkedHashMap<>(common(type));
        parameters.put("currency", currency);
        parameters.put("transactionHash", transactionHash);
        return parameters;
    }

    /// Returns the link to the list of a type, with the filters that both types have.
    public String tab(String other) {
        return Links.of(DepositPages.PATH, common(other));
    }

    private Map<String, String> common(String wanted) {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("type", wanted.equals(CRYPTO) ? CRYPTO : "");
        parameters.put("status", statuses(wanted).contains(status) ? status : "");
        parameters.put("reference", reference);
        span.addTo(parameters);
        parameters.put("bulk", bulkId);
        parameters.put("sort", sort == Sort.NEWEST_FIRST ? "" : sort.parameter());
        return parameters;
    }

    /// Reports whether an export begins with the newest deposits. Exports are in creation order, because that
    /// never changes.
    boolean isNewestFirst() {
        return switch (sort) {
            case NEWEST_FIRST, MOST_RECENTLY_UPDATED_FIRST -> true;
            case OLDEST_FIRST, LEAST_RECENTLY_UPDATED_FIRST -> false;
        };
    }

    FiatDepositQuery fiat() {
        var query = FiatDepositQuery.all();
        if (status.equals(UNDER_REVIEW)) {
            query = query.paymentStatus(status);
        } else if (!status.isEmpty()) {
            query = query.status(status);
        }
        query = currency.isEmpty() ? query : query.inputCurrency(currency);
        query = reference.isEmpty() ? query : query.reference(reference);
        query = bulkId.isEmpty() ? query : query.depositBulkId(bulkId);
        var times = span.times();
        return times.isEmpty()
                ? query
                : query.between(times.get().from(), times.get().to());
    }

    CryptoDepositQuery crypto() {
        var query = CryptoDepositQuery.all();
        query = status.isEmpty() ? query : query.status(status);
        query = currency.isEmpty() ? query : query.inputCurrency(currency);
        query = reference.isEmpty() ? query : query.reference(reference);
        query = bulkId.isEmpty() ? query : query.depositBulkId(bulkId);
        query = transactionHash.isEmpty() ? query : query.transactionHash(transactionHash);
        var times = span.times();
        return times.isEmpty()
                ? query
                : query.between(times.get().from(), times.get().to());
    }
}
