package dev.sluice.fileimport;

import dev.sluice.money.Asset;
import dev.sluice.sheet.Grid.Row;
import java.util.List;

/// Repairs codes that a spreadsheet stored as numbers: `014` became `14`.
public final class CodeCell {
    private CodeCell() {}

    /// Restores lost leading zeros of a numeric code if exactly one listed code matches. All other rows stay
    /// unchanged, and so does a code that begins with a zero: it was never a number, and may belong to another
    /// list.
    ///
    /// @param codes all listed codes
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

    /// Normalizes the code of a currency or token.
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
