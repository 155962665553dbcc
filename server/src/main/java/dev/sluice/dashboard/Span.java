package dev.sluice.dashboard;

import dev.sluice.http.Query;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Some days (UTC) of a list, as somebody wrote them: either may be empty, for since ever and up to now.
public record Span(String startDate, String endDate) {
    private static final LocalDate FIRST = LocalDate.EPOCH;
    private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

    public static Span of(Query query) {
        return new Span(
                query.text("startDate").orElse(""), query.text("endDate").orElse(""));
    }

    /// Days as the service wants them: both, or none.
    public record Days(LocalDate from, LocalDate to) {}

    public Optional<Days> days() {
        var from = day(startDate);
        var to = day(endDate);
        return from == null && to == null
                ? Optional.empty()
                : Optional.of(new Days(from == null ? FIRST : from, to == null ? LAST : to));
    }

    /// @param notADay what is said of a date that is none
    public Problems problems(String notADay) {
        if (!startDate.isEmpty() && day(startDate) == null) {
            return Problems.of("startDate", notADay);
        }
        return !endDate.isEmpty() && day(endDate) == null ? Problems.of("endDate", notADay) : Problems.none();
    }

    /// Adds them to the parameters of an address.
    public void addTo(Map<String, String> parameters) {
        parameters.put("startDate", startDate);
        parameters.put("endDate", endDate);
    }

    private static @Nullable LocalDate day(String text) {
        try {
            return text.isEmpty() ? null : LocalDate.parse(text);
        } catch (DateTimeException malformed) {
            return null;
        }
    }
}
