package dev.sluice.dashboard;

import dev.sluice.http.Query;
import dev.sluice.page.Texts;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// Range of days that filters a list, as typed: either end may be empty for an open range.
///
/// @param zone time zone of the days
public record Span(String startDate, String endDate, ZoneId zone) {
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    public static Span of(Query query, ZoneId zone) {
        return new Span(
                query.text("startDate").orElse(""), query.text("endDate").orElse(""), zone);
    }

    /// Both ends, as the service expects them.
    public record Times(Instant from, Instant to) {}

    /// Returns the first and last instant; empty if no day is given.
    public Optional<Times> times() {
        var from = DayBorders.parse(startDate).map(day -> DayBorders.start(day, zone));
        var to = DayBorders.parse(endDate).map(day -> DayBorders.end(day, zone));
        return from.isEmpty() && to.isEmpty()
                ? Optional.empty()
                : Optional.of(new Times(from.orElse(FIRST), to.orElse(LAST)));
    }

    /// Returns the first and last instant, with an open end as the earliest or latest possible one.
    public Times timesOrEver() {
        return times().orElseGet(() -> new Times(FIRST, LAST));
    }

    /// Returns a problem for an invalid date.
    ///
    /// @param common texts that all pages share
    public Problems problems(Texts common) {
        var notADay = common.get("notADay");
        if (isNoDay(startDate)) {
            return Problems.of("startDate", notADay);
        }
        return isNoDay(endDate) ? Problems.of("endDate", notADay) : Problems.none();
    }

    /// Adds the range to query parameters.
    public void addTo(Map<String, String> parameters) {
        parameters.put("startDate", startDate);
        parameters.put("endDate", endDate);
    }

    private static boolean isNoDay(String text) {
        return !text.isEmpty() && DayBorders.parse(text).isEmpty();
    }
}
