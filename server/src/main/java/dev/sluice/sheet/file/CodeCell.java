package dev.sluice.sheet.file;

import dev.sluice.money.Asset;
import dev.sluice.sheet.Grid.Row;
import java.util.List;

/// Codes out of spreadsheets that took them for numbers: `014` has become `14`.
public final class CodeCell {
    private CodeCell() {}

    /// A row with its code as it is listed: one of digits alone that is not, and is with zeros before it,
    /// is meant to be that, where it is the only one. Any other row stays as it is, and so does a code that
    /// begins with a zero: it was never a number, and may be a code of another list.
    ///
    /// @param codes that there are
    public static <C> Row<C> whole(Row<C> row, C column, List<String> codes) {
        var typed = row.at(column);
        if (!isDigits(typed) || typed.startsWith("0") || codes.contains(typed)) {
            return row;
        }
        var meant = codes.stream().filter(code -> isWithZeros(code, typed)).toList();
        if (meant.size() != 1) {
            return row;
        }
        return row.with(column, meant.getFirst());
    }

    /// A row with what it says of a currency or a token as this service writes it.
    public static <C> Row<C> asWritten(Row<C> row, C column) {
        var typed = row.at(column);
        var code = Asset.codeOf(typed);
        if (code.equals(typed)) {
            return row;
        }
        return row.with(column, code);
    }

    private static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(each -> each >= '0' && each <= '9');
    }

    private static boolean isWithZeros(String code, String typed) {
        int zeros = code.length() - typed.length();
        return zeros > 0 && code.equals("0".repeat(zeros) + typed);
    }
}
