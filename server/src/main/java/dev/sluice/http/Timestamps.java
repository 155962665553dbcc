package dev.sluice.http;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Timestamps of the API: UTC, exactly three fraction digits, `Z`. They are formatted and parsed digit by digit: every
/// request has one, every answer has several, and the general formatter takes ten times as long.
public final class Timestamps {
    /// Range of PostgreSQL's `timestamptz`.
    private static final Instant FIRST = Instant.parse("-4712-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("+294276-01-01T00:00:00Z");
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final String LAYOUT = "0000-00-00T00:00:00.000Z";
    private static final int YEAR_MAX = 9999;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private Timestamps() {}

    public static String text(Instant instant) {
        var at = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        if (at.getYear() < 0 || at.getYear() > YEAR_MAX) {
            return FORMAT.format(instant);
        }
        var text = LAYOUT.getBytes(StandardCharsets.ISO_8859_1);
        write(text, 0, 4, at.getYear());
        write(text, 5, 2, at.getMonthValue());
        write(text, 8, 2, at.getDayOfMonth());
        write(text, 11, 2, at.getHour());
        write(text, 14, 2, at.getMinute());
        write(text, 17, 2, at.getSecond());
        write(text, 20, 3, at.getNano() / NANOS_PER_MILLI);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /// Parses a timestamp in ISO 8601 with `Z`, with any fraction.
    ///
    /// @throws DateTimeException if the text is malformed, has no valid date and time, or a time
    ///     that no column holds
    public static Instant parse(String text) {
        if (!isWire(text)) {
            return unusual(text);
        }
        try {
            return LocalDateTime.of(
                            read(text, 0, 4),
                            read(text, 5, 2),
                            read(text, 8, 2),
                            read(text, 11, 2),
                            read(text, 14, 2),
                            read(text, 17, 2),
                            read(text, 20, 3) * NANOS_PER_MILLI)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException unusual) {
            // Midnight as 24:00 and leap seconds have this form as well.
            return unusual(text);
        }
    }

    private static Instant unusual(String text) {
        var parsed = Instant.parse(text);
        if (parsed.isBefore(FIRST) || !parsed.isBefore(END)) {
            throw new DateTimeException("year out of range: " + parsed);
        }
        return parsed;
    }

    /// Returns true if the text has the form that [#text] returns.
    public static boolean isWire(String text) {
        if (text.length() != LAYOUT.length()) {
            return false;
        }
        for (int at = 0; at < LAYOUT.length(); at++) {
            char wanted = LAYOUT.charAt(at);
            char found = text.charAt(at);
            if (wanted == '0' ? found < '0' || found > '9' : found != wanted) {
                return false;
            }
        }
        return true;
    }

    private static void write(byte[] text, int from, int digits, int number) {
        int rest = number;
        for (int at = from + digits - 1; at >= from; at--) {
            text[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private static int read(String text, int from, int digits) {
        int number = 0;
        for (int at = from; at < from + digits; at++) {
            number = 10 * number + text.charAt(at) - '0';
        }
        return number;
    }
}
