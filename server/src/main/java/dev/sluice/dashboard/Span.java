package dev.sluice.dashboard;

import dev.sluice.http.Query;
import dev.sluice.page.Texts;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/// Some days of a list, as somebody wrote them: either may be empty, for since ever and up to now.
///
/// @param zone in which they are days
public record Span(String startDate, String endDate, ZoneId zone) {
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

    public static Span of(Query query, ZoneId zone) {
        return new Span(
                query.text("startDate").orElse(""), query.text("endDate").orElse(""), zone);
    }

    /// Both ends, as the service wants them.
    public record Times(Instant from, Instant to) {}

    /// When the days begin and end; nothing where none is given.
    public Optional<Times> times() {
        var from = DayBorders.parse(startDate).map(day -> DayBorders.start(day, zone));
        var to = DayBorders.parse(endDate).map(day -> DayBorders.end(day, zone));
        return from.isEmpty() && to.isEmpty()
                ? Optional.empty()
                : Optional.of(new Times(from.orElse(FIRST), to.orElse(LAST)));
    }

    /// The same, from ever or for ever where no day is given.
    public Times timesOrEver() {
        return times().orElseGet(() -> new Times(FIRST, LAST));
    }

    /// What is no date.
    ///
    /// @param common the texts of all pages
    public Problems problems(Texts common) {
        var notADay = common.get("notADay");
        if (isNoDay(startDate)) {
            return Problems.of("startDate", notADay);
        }
        return isNoDay(endDate) ? Problems.of("endDate", notADay) : Problems.none();
    }

    /// Adds them to the parameters of an address.
    public void addTo(Map<String, String> parameters) {
        parameters.put("startDate", startDate);
        parameters.put("endDate", endDate);
    }

    private static boolean isNoDay(String text) {
        return !text.isEmpty() && DayBorders.parse(text).isEmpty();
    }
}
