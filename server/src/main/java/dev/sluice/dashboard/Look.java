package dev.sluice.dashboard;

import dev.sluice.merchant.TimeZones;
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

/// Sums and times as a person reads them: written as in their language, times in their time zone, which they say.
///
/// @param units what people call a currency or a token, by its code
/// @param times to the minute (short), or to the second (medium)
public record Look(Locale locale, UnaryOperator<String> units, ZoneId zone, FormatStyle times) {
    private static final int DECIMALS_MAX = 30;
    private static final int SHORT_START = 10;
    private static final int SHORT_END = 8;

    /// English times have it before AM and PM, and many fonts do not.
    private static final char NARROW_SPACE = '\u202f';

    /// Times to the minute.
    public Look(Locale locale, UnaryOperator<String> units, ZoneId zone) {
        this(locale, units, zone, FormatStyle.SHORT);
    }

    /// Sums and times by the words around pages.
    static Look of(Texts frame, Tokens tokens, ZoneId zone) {
        return new Look(frame.locale(), code -> tokens.unit(code, frame), zone);
    }

    /// Sums in a mail, by the tag of its language; times are in UTC.
    public static Look inMail(String language, Tokens tokens) {
        return of(Texts.of(Door.FRAME, language, Door.LANGUAGES), tokens, TimeZones.UTC);
    }

    /// The same to the second, for who compares times with what others wrote down.
    public Look withSeconds() {
        return new Look(locale, units, zone, FormatStyle.MEDIUM);
    }

    /// The same in UTC, for who reads it anywhere, such as in a mail.
    public Look inUtc() {
        return new Look(locale, units, TimeZones.UTC, times);
    }

    /// A sum with what it is of: `1,250,000.50 IDR`, `12.50 USDC on Polygon`. No digit is lost.
    public String money(BigDecimal amount, String unit) {
        return number(amount) + "\u00a0" + unit(unit);
    }

    /// What people call a currency or a token: `IDR`, and `USDC on Polygon` for `usdc-polygon`.
    public String unit(String code) {
        return units.apply(code);
    }

    /// Whether people call it otherwise than programs do.
    public boolean isNamed(String code) {
        return !unit(code).equals(code);
    }

    public String number(BigDecimal number) {
        var format = NumberFormat.getNumberInstance(locale);
        format.setMaximumFractionDigits(DECIMALS_MAX);
        format.setMinimumFractionDigits(number.stripTrailingZeros().scale() > 0 ? 2 : 0);
        return format.format(number);
    }

    public String number(long number) {
        return NumberFormat.getIntegerInstance(locale).format(number);
    }

    /// With the zone: `Nov 22, 2026, 2:03 PM WIB`, in Indonesian `22 Nov 2026 14.03 WIB`.
    public String time(Instant instant) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, times)
                        .withLocale(locale)
                        .format(instant.atZone(zone))
                        .replace(NARROW_SPACE, '\u00a0')
                + " " + Abbreviations.of(zone, instant);
    }

    /// The zone by its name, for what is about days or times that are yet to be written: `Asia/Jakarta`, `UTC`.
    public String zoneName() {
        return TimeZones.isUtc(zone) ? "UTC" : zone.getId();
    }

    public String day(LocalDate day) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(locale)
                .format(day);
    }

    /// The beginning and the end of an address of a wallet, for lists; who decides about it has to see all of it.
    public static String shortened(String address) {
        return address.length() <= SHORT_START + SHORT_END
                ? address
                : address.substring(0, SHORT_START) + "…" + address.substring(address.length() - SHORT_END);
    }

    /// The end of an id, for lists: its beginning is but the time at which it was given out, which neighbors share.
    public static String shortened(UUID id) {
        var text = id.toString();
        return "…" + text.substring(text.length() - SHORT_END);
    }

    /// As machines write it, for the `datetime` of a `time` element.
    public String machine(Instant instant) {
        return instant.toString();
    }
}
