package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.CryptoDepositQuery;
import dev.sluice.client.model.DepositStatus;
import dev.sluice.client.model.FiatDepositQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.http.Query;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// What a list of deposits is narrowed to, as its page's address says it. An empty text narrows nothing.
///
/// @param type `fiat` or `crypto`
public record DepositSearch(String type, String status, String reference, String bulkId, Sort sort, int page) {
    static final String CRYPTO = "crypto";
    static final String FIAT = "fiat";
    private static final int PAGE_MAX = 1_000_000;

    /// The statuses that one can ask for.
    public static final List<String> STATUSES =
            List.of(DepositStatus.PENDING, DepositStatus.COMPLETED, DepositStatus.EXPIRED, DepositStatus.CANCELLED);

    static DepositSearch of(Query query) {
        return new DepositSearch(
                query.text("type").filter(CRYPTO::equals).orElse(FIAT),
                query.text("status").filter(STATUSES::contains).orElse(""),
                query.text("reference").map(String::strip).orElse(""),
                query.text("bulk").map(String::strip).orElse(""),
                query.text("sort").flatMap(DepositSearch::sort).orElse(Sort.NEWEST_FIRST),
                query.integer("page", 1, 1, PAGE_MAX));
    }

    private static java.util.Optional<Sort> sort(String wanted) {
        return Stream.of(Sort.values())
                .filter(each -> each.parameter().equals(wanted))
                .findFirst();
    }

    public boolean isCrypto() {
        return type.equals(CRYPTO);
    }

    /// Whether it asks for anything less than all of a type.
    public boolean isNarrow() {
        return !status.isEmpty() || !reference.isEmpty() || !bulkId.isEmpty();
    }

    /// The same in an address, without the page.
    public Map<String, String> parameters() {
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("type", isCrypto() ? CRYPTO : "");
        parameters.put("status", status);
        parameters.put("reference", reference);
        parameters.put("bulk", bulkId);
        parameters.put("sort", sort == Sort.NEWEST_FIRST ? "" : sort.parameter());
        return parameters;
    }

    FiatDepositQuery fiat() {
        var query = FiatDepositQuery.all();
        query = status.isEmpty() ? query : query.status(status);
        query = reference.isEmpty() ? query : query.reference(reference);
        return bulkId.isEmpty() ? query : query.depositBulkId(bulkId);
    }

    CryptoDepositQuery crypto() {
        var query = CryptoDepositQuery.all();
        query = status.isEmpty() ? query : query.status(status);
        return reference.isEmpty() ? query : query.reference(reference);
    }
}
