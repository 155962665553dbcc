package dev.sluice.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;

/// A text with a time in it. The script of a page says the time by the clock of who reads it.
///
/// @param before what stands before the time, as `after` stands behind it
/// @param time in UTC
/// @param at the same in ISO 8601
public record TimeInText(String before, String time, String after, String at) {
    /// Stands for the time while its text is cut in two.
    private static final String PLACE = "\uFFFC";

    /// A text that has one place, which is a time's.
    public static TimeInText of(Texts texts, String key, Instant at) {
        var text = texts.get(key, PLACE);
        int place = text.indexOf(PLACE);
        var time = DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                .localizedBy(texts.locale())
                .withZone(ZoneOffset.UTC)
                .format(at);
        return new TimeInText(
                text.substring(0, place),
                time + " UTC",
                text.substring(place + PLACE.length()),
                at.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
