package dev.sluice.dashboard;

import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Sums and times as a language writes them. Times are UTC, and say so.
///
/// @param units what people call a currency or a token, by its code
public record Look(Locale locale, UnaryOperator<String> units) {
    private static final int DECIMALS_MAX = 30;
    private static final int SHORT_START = 10;
    private static final int SHORT_END = 8;

    /// English times have it before AM and PM, and many fonts do not.
    private static final char NARROW_SPACE = '\u202f';

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

    public String time(Instant instant) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.MEDIUM, FormatStyle.SHORT)
                        .withLocale(locale)
                        .format(instant.atZone(ZoneOffset.UTC))
                        .replace(NARROW_SPACE, '\u00a0')
                + " UTC";
    }

    public String day(Instant instant) {
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(locale)
                .format(instant.atZone(ZoneOffset.UTC));
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

    /// As machines write it, for the `datetime` of a `time` element.
    public String machine(Instant instant) {
        return instant.toString();
    }
}
