package dev.sluice.dashboard.payout;

import dev.sluice.client.model.CryptoDisbursementQuery;
import dev.sluice.client.model.FiatDisbursementQuery;
import dev.sluice.client.model.Sort;
import dev.sluice.dashboard.DayBorders;
import dev.sluice.http.Decimals;
import dev.sluice.http.Query;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/// Filters of the payout list, as in the address of its page.
///
/// @param zone time zone of its days
public record Filters(Map<String, String> values, ZoneId zone) {
    static final String FIAT = "fiat";
    static final String CRYPTO = "crypto";

    private static final List<String> NAMES = List.of(
            "kind",
            "status",
            "unit",
            "reference",
            "from",
            "to",
            "until",
            "id",
            "group",
            "recipient",
            "bankReference",
            "amount",
            "tokenAddress",
            "receiver",
            "txHash",
            "sort");
    private static final List<String> BEYOND =
            List.of("id", "group", "recipient", "bankReference", "amount", "tokenAddress", "receiver", "txHash");
    /// Stages of a pending payout, which the list offers among the statuses.
    static final List<String> STAGES = List.of("needs_approval", "screening", "queued", "submitted", "unknown");

    private static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(2999, 12, 31);
    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("2999-12-31T23:59:59.999Z");

    static Filters of(Query query, ZoneId zone) {
        var values = new LinkedHashMap<String, String>();
        NAMES.forEach(name -> query.text(name).map(String::strip).ifPresent(value -> values.put(name, value)));
        return new Filters(values, zone);
    }

    public boolean isCrypto() {
        return at("kind").equals(CRYPTO);
    }

    public String at(String name) {
        return values.getOrDefault(name, "");
    }

    /// Reports whether any filter is set.
    public boolean areAny() {
        return values.keySet().stream().anyMatch(name -> !name.equals("kind") && !name.equals("sort"));
    }

    /// Reports whether any rarely used filter is set.
    public boolean areBeyond() {
        return BEYOND.stream().anyMatch(values::containsKey);
    }

    public Sort sort() {
        return Stream.of(Sort.values())
                .filter(sort -> sort.parameter().equals(at("sort")))
                .findFirst()
                .orElse(Sort.NEWEST_FIRST);
    }

    /// Reports whether an export begins with the newest payouts. Exports are in creation order, because that never
    /// changes.
    boolean isNewestFirst() {
        return switch (sort()) {
            case NEWEST_FIRST, MOST_RECENTLY_UPDATED_FIRST -> true;
            case OLDEST_FIRST, LEAST_RECENTLY_UPDATED_FIRST -> false;
        };
    }

    /// Returns the first instant of the selected days.
    ///
    /// @throws Unusable naming the field with an invalid value
    Instant start() {
        return DayBorders.start(day("from").orElse(FIRST_DAY), zone);
    }

    /// Returns the last instant of the selected days.
    ///
    /// @throws Unusable naming the field with an invalid value
    Instant end() {
        var end = DayBorders.end(day("to").orElse(LAST_DAY), zone);
        return until().filter(end::isAfter).orElse(end);
    }

    /// Returns the exact latest creation time; the home page's links to long-pending payouts contain it.
    public Optional<Instant> until() {
        try {
            return Optional.of(at("until"))
                    .filter(text -> !text.isEmpty())
                    .map(Instant::parse)
                    .filter(instant -> !instant.isBefore(EARLIEST) && !instant.isAfter(LATEST));
        } catch (DateTimeException none) {
            return Optional.empty();
        }
    }

    /// @throws Unusable naming the field with an invalid value
    FiatDisbursementQuery fiat() {
        var query = FiatDisbursementQuery.all().sort(sort());
        query = with(
                query, "status", isOfStage() ? FiatDisbursementQuery::statusDetail : FiatDisbursementQuery::status);
        query = with(query, "unit", FiatDisbursementQuery::currency);
        query = with(query, "reference", FiatDisbursementQuery::reference);
        query = with(query, "id", FiatDisbursementQuery::disbursementId);
        query = with(query, "group", FiatDisbursementQuery::groupId);
        query = with(query, "recipient", FiatDisbursementQuery::recipientId);
        query = with(query, "bankReference", FiatDisbursementQuery::bankReference);
        return isDated() ? query.between(start(), end()) : query;
    }

    /// @throws Unusable naming the field with an invalid value
    CryptoDisbursementQuery crypto() {
        var query = CryptoDisbursementQuery.all().sort(sort());
        query = with(
                query, "status", isOfStage() ? CryptoDisbursementQuery::statusDetail : CryptoDisbursementQuery::status);
        query = with(query, "unit", CryptoDisbursementQuery::token);
        query = with(query, "reference", CryptoDisbursementQuery::reference);
        query = with(query, "id", CryptoDisbursementQuery::disbursementId);
        query = with(query, "group", CryptoDisbursementQuery::groupId);
        query = with(query, "tokenAddress", CryptoDisbursementQuery::tokenAddress);
        query = with(query, "receiver", CryptoDisbursementQuery::receiverAddress);
        query = with(query, "txHash", CryptoDisbursementQuery::txHash);
        query = with(query, "amount", (all, amount) -> all.amount(number(amount)));
        return isDated() ? query.between(start(), end()) : query;
    }

    private boolean isOfStage() {
        return STAGES.contains(at("status"));
    }

    private boolean isDated() {
        return values.containsKey("from") || values.containsKey("to") || until().isPresent();
    }

    private <Q> Q with(Q query, String name, BiFunction<Q, String, Q> narrowed) {
        return values.containsKey(name) ? narrowed.apply(query, at(name)) : query;
    }

    private Optional<LocalDate> day(String name) {
        return values.containsKey(name)
                ? Optional.of(DayBorders.parse(at(name)).orElseThrow(() -> new Unusable(name)))
                : Optional.empty();
    }

    private static BigDecimal number(String text) {
        return Decimals.unsigned(text).orElseThrow(() -> new Unusable("amount"));
    }

    /// Thrown for a filter that no query can contain.
    static final class Unusable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unusable(String field) {
            super(field, null, false, false);
        }

        String field() {
            return String.valueOf(getMessage());
        }
    }
}
