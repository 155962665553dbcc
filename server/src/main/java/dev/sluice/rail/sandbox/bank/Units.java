package dev.sluice.rail.sandbox.bank;

import java.math.BigDecimal;
import java.util.OptionalLong;

/// Amounts as they stand in files. The bank counts in the smallest unit that it prints.
final class Units {
    private static final int DIGITS_MAX = 15;

    private Units() {}

    /// Returns the units of a plain decimal such as `12.50`; empty if the text is none or has too many decimals.
    static OptionalLong parse(String text, int decimals) {
        int point = text.indexOf('.');
        var whole = point < 0 ? text : text.substring(0, point);
        var part = point < 0 ? "" : text.substring(point + 1);
        boolean plain = isDigits(whole) && whole.length() <= DIGITS_MAX && (point < 0 || isDigits(part));
        if (!plain || part.length() > decimals) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(whole + part + "0".repeat(decimals - part.length())));
    }

    static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(each -> each >= '0' && each <= '9');
    }

    /// Returns the absolute amount, with a point.
    static String text(long units, int decimals) {
        return BigDecimal.valueOf(Math.abs(units), decimals).toPlainString();
    }

    /// Returns the absolute amount as MT940 has it: the comma always stands there.
    static String comma(long units, int decimals) {
        return decimals == 0 ? Math.abs(units) + "," : text(units, decimals).replace('.', ',');
    }

    /// Returns `CRDT` or `DBIT`.
    static String indicator(long units) {
        return units < 0 ? "DBIT" : "CRDT";
    }
}
