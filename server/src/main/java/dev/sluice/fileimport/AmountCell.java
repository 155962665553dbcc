package dev.sluice.fileimport;

import dev.sluice.http.Decimals;
import dev.sluice.sheet.Titled;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Amounts in files, such as `1250.50`. Thousands separators are rejected, because their meaning differs between
/// languages.
public final class AmountCell {
    /// Digits with separators between them, as languages write thousands and decimals.
    private static final Pattern MARKED = Pattern.compile("[0-9]{1,20}([.,'’ \\u00a0\\u202f][0-9]{1,20}){1,20}");

    private AmountCell() {}

    /// Returns the amount of a row, or nothing if it is missing or malformed.
    public static <C extends Titled> Optional<BigDecimal> read(Map<C, String> cells, C column) {
        return Optional.ofNullable(cells.get(column)).flatMap(Decimals::unsigned);
    }

    /// Returns the amount of a row unless its cell has a fault.
    public static <C extends Titled> Optional<BigDecimal> right(ImportRow<C> row, C column) {
        return row.isWrong(column) ? Optional.empty() : read(row.cells(), column);
    }

    /// Returns the fault of an amount that is malformed or has more decimals than its asset, even if they are
    /// zeros: where the point separates thousands, `50.000` means fifty thousand.
    ///
    /// @param unit code of the currency or token
    /// @param decimals decimal places of the asset, if it is known
    public static <C extends Titled> Optional<Fault<C>> fault(
            Map<C, String> cells, C column, String unit, OptionalInt decimals) {
        if (!cells.containsKey(column)) {
            return Optional.empty();
        }
        var amount = read(cells, column);
        if (amount.isEmpty()) {
            return Optional.of(new Fault<>(column, "INVALID_FORMAT", malformed(cells.getOrDefault(column, ""))));
        }
        return decimals.isPresent() && amount.get().scale() > decimals.getAsInt()
                ? Optional.of(new Fault<>(column, "TOO_MANY_DECIMALS", tooMany(decimals.getAsInt(), unit)))
                : Optional.empty();
    }

    private static String tooMany(int most, String unit) {
        return "must have at most " + most + " decimals in " + unit + "; omit thousands separators";
    }

    private static String malformed(String text) {
        if (MARKED.matcher(text).matches()) {
            return "must be written without thousands separators and with a decimal point, such as 1000000 "
                    + "or 1000000.50";
        }
        return "must be a number such as 1250.50";
    }
}
