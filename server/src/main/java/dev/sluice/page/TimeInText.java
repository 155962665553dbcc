package dev.sluice.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;

/// A text with a time in it. The page's script converts the time to the reader's time zone.
///
/// @param before text before the time; `after` is the text behind it
/// @param time time in UTC
/// @param at the same time in ISO 8601
public record TimeInText(String before, String time, String after, String at) {
    /// Placeholder for the time while the text is split.
    private static final String PLACE = "\uFFFC";

    /// Splits a text with a single placeholder, the time.
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
