package dev.sluice.dashboard;

import dev.sluice.merchant.TimeZones;
import dev.sluice.money.PrintedDecimals;
import dev.sluice.page.Texts;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// Formats amounts and times for a person: in their language and time zone, with the zone's name.
///
/// @param units display name of a currency or token by its code
/// @param times style of times: to the minute (short) or to the second (medium)
public record Formats(Locale locale, UnaryOperator<String> units, ZoneId zone, FormatStyle times) {
    private static final int DECIMALS_MAX = 30;
    private static final int SHORT_START = 10;
    private static final int SHORT_END = 8;

    /// Separator before AM and PM in English times, which many fonts lack.
    private static final char NARROW_SPACE = '\u202f';

    /// Formats times to the minute.
    public Formats(Locale locale, UnaryOperator<String> units, ZoneId zone) {
        this(locale, units, zone, FormatStyle.SHORT);
    }

    /// Formats amounts and times in the language of the frame's texts.
    static Formats of(Texts frame, Tokens tokens, ZoneId zone) {
        return new Formats(frame.locale(), code -> tokens.unit(code, frame), zone);
    }

    /// Formats for a mail in a language; times are in UTC.
    public static Formats inMail(String language, Tokens tokens) {
        return of(Texts.of(DashboardGuard.FRAME, language, DashboardGuard.LANGUAGES), tokens, TimeZones.UTC);
    }

    /// Returns these formats with seconds, for comparison with other logs.
    public Formats withSeconds() {
        return new Formats(locale, units, zone, FormatStyle.MEDIUM);
    }

    /// Returns these formats in UTC, for readers in any time zone, such as those of a mail.
    public Formats inUtc() {
        return new Formats(locale, units, TimeZones.UTC, times);
    }

    /// Formats an amount with its unit: `500.00 USD`, `1,250,000 IDR`, `12.50 USDC on Polygon`. Never rounds.
    public String money(BigDecimal amount, String unit) {
        return amount(amount, unit) + "\u00a0" + unit(unit);
    }

    /// Formats an amount without its unit, with at least the decimals of the currency.
    public String amount(BigDecimal amount, String unit) {
        return number(amount, PrintedDecimals.least(amount, unit));
    }

    /// Returns the minimum decimals of a printed amount of a currency or token.
    public int decimals(String unit) {
        return PrintedDecimals.least(unit);
    }

    /// Returns the display name of a currency or token: `IDR`, and `USDC on Polygon` for `usdc-polygon`.
    public String unit(String code) {
        return units.apply(code);
    }

    /// Reports whether the display name differs from the code.
    public boolean isNamed(String code) {
        return !unit(code).equals(code);
    }

    public String number(BigDecimal number) {
        return number(number, PrintedDecimals.least(number, 0));
    }

    private String number(BigDecimal number, int decimals) {
        var format = NumberFormat.getNumberInstance(locale);
        format.setMaximumFractionDigits(DECIMALS_MAX);
        format.setMinimumFractionDigits(decimals);
        return format.format(number);
    }

    public String number(long number) {
        return NumberFormat.getIntegerInstance(locale).format(number);
    }

    /// Formats a time with its zone: `Nov 22, 2026, 2:03 PM WIB`, in Indonesian `22 Nov 2026 14.03 WIB`.
    public String time(Instant instant) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, times)
                        .withLocale(locale)
                        .format(instant.atZone(zone))
                        .replace(NARROW_SPACE, '\u00a0')
                + " " + Abbreviations.of(zone, instant);
    }

    /// Returns the name of the zone, for fields in which a person enters days or times: `Asia/Jakarta`, `UTC`.
    public String zoneName() {
        return TimeZones.isUtc(zone) ? "UTC" : zone.getId();
    }

    public String day(LocalDate day) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(locale)
                .format(day);
    }

    /// Shortens a wallet address to its beginning and end, for lists. Pages for a decision must show all of it.
    public static String shortened(String address) {
        return address.length() <= SHORT_START + SHORT_END
                ? address
                : address.substring(0, SHORT_START) + "…" + address.substring(address.length() - SHORT_END);
    }

    /// Returns the end of an id, for lists. Its beginning is only a timestamp, which neighbors share.
    public static String shortened(UUID id) {
        var text = id.toString();
        return "…" + text.substring(text.length() - SHORT_END);
    }

    /// Formats a time for the `datetime` attribute of a `time` element.
    public String machine(Instant instant) {
        return instant.toString();
    }
}
