package dev.sluice.sheet;

import dev.sluice.sheet.Unreadable.Reason;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.jspecify.annotations.Nullable;

/// A cell of a spreadsheet as its author sees it, and a fault where it holds something else than it shows.
///
/// @param text what it shows, or what it holds where it has a fault
record SpreadsheetCell(String text, @Nullable CellFault fault) {
    /// Spreadsheets keep and show so many digits of a number: cells are IEEE 754 doubles.
    private static final MathContext SHOWN = new MathContext(15, RoundingMode.HALF_UP);

    private static final int FORMULA_LENGTH_MAX = 40;

    /// The last day that spreadsheets know is 31 December 9999.
    private static final BigDecimal DAY_MAX = BigDecimal.valueOf(2_958_465);

    /// @param workbook of the cell
    /// @param lengthMax how many digits a number may be written with
    static SpreadsheetCell of(Cell cell, ReadableWorkbook workbook, int lengthMax) throws Unreadable {
        return switch (cell.getType()) {
            case NUMBER -> number(cell, workbook, lengthMax);
            case STRING, EMPTY -> new SpreadsheetCell(cell.getText(), null);
            // Some programs write a plain text as the result of a formula that there is not.
            case FORMULA -> cell.getFormula() == null ? new SpreadsheetCell(stored(cell), null) : formula(cell);
            case BOOLEAN -> new SpreadsheetCell(stored(cell).equals("0") ? "FALSE" : "TRUE", CellFault.BOOLEAN);
            case ERROR ->
                new SpreadsheetCell(stored(cell), stored(cell).startsWith("#") ? CellFault.ERROR : CellFault.DATE);
        };
    }

    /// The result that was stored with a formula, or the formula where a program stored none.
    private static SpreadsheetCell formula(Cell cell) {
        var formula = "=" + cell.getFormula();
        var shown = Optional.ofNullable(cell.getRawValue())
                .orElse(formula.substring(0, Math.min(formula.length(), FORMULA_LENGTH_MAX)));
        return new SpreadsheetCell(shown, CellFault.FORMULA);
    }

    private static String stored(Cell cell) {
        return Optional.ofNullable(cell.getRawValue()).orElse("");
    }

    /// A number has all digits that a spreadsheet shows, and no decimals that only a program wrote, as of `50000.0` or
    /// `4.3499999999999996`.
    private static SpreadsheetCell number(Cell cell, ReadableWorkbook workbook, int lengthMax) throws Unreadable {
        var written = new BigDecimal(cell.getRawValue());
        // `1e999999999` is a short text of a number whose digits fill the memory.
        if (Math.abs((long) written.scale()) + written.precision() > lengthMax) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(lengthMax));
        }
        var number = written.round(SHOWN).stripTrailingZeros();
        if (number.precision() - number.scale() > SHOWN.getPrecision()) {
            return new SpreadsheetCell(written.toPlainString(), CellFault.DIGITS_LOST);
        }
        var format = format(cell, workbook);
        var fault = format.fault(number).orElse(null);
        return CellFault.DATE.equals(fault) && number.signum() >= 0 && number.compareTo(DAY_MAX) <= 0
                ? new SpreadsheetCell(cell.asDate().toLocalDate().toString(), fault)
                : new SpreadsheetCell(format.withZeros(number), fault);
    }

    /// A cell that names no style has the first one.
    private static CellFormat format(Cell cell, ReadableWorkbook workbook) {
        var formats = workbook.getFormats();
        if (cell.getDataFormatId() != null || formats.isEmpty() || formats.getFirst() == null) {
            return new CellFormat(Optional.ofNullable(cell.getDataFormatId()).orElse(0), cell.getDataFormatString());
        }
        var first = formats.getFirst();
        return new CellFormat(
                Integer.parseInt(first), workbook.getNumFmtIdToFormat().get(first));
    }
}
