package dev.sluice.sheet;

import dev.sluice.sheet.Unreadable.Reason;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;
import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.jspecify.annotations.Nullable;

/// A cell of a spreadsheet as its author sees it, with a fault if it stores another value.
///
/// @param text displayed text, or the stored value if there is a fault
record SpreadsheetCell(String text, @Nullable CellFault fault) {
    /// Precision of spreadsheets: cells are IEEE 754 doubles.
    private static final MathContext SHOWN = new MathContext(15, RoundingMode.HALF_UP);

    private static final int FORMULA_LENGTH_MAX = 40;

    /// The last date of spreadsheets is 31 December 9999.
    private static final BigDecimal DAY_MAX = BigDecimal.valueOf(2_958_465);

    /// @param workbook workbook of the cell
    /// @param lengthMax maximum number of digits of a number
    static SpreadsheetCell of(Cell cell, ReadableWorkbook workbook, int lengthMax) throws Unreadable {
        return switch (cell.getType()) {
            case NUMBER -> number(cell, workbook, lengthMax);
            case STRING, EMPTY -> new SpreadsheetCell(cell.getText(), null);
            // Some programs write plain text as the result of a formula that does not exist.
            case FORMULA -> cell.getFormula() == null ? new SpreadsheetCell(stored(cell), null) : formula(cell);
            case BOOLEAN -> new SpreadsheetCell(stored(cell).equals("0") ? "FALSE" : "TRUE", CellFault.BOOLEAN);
            case ERROR ->
                new SpreadsheetCell(stored(cell), stored(cell).startsWith("#") ? CellFault.ERROR : CellFault.DATE);
        };
    }

    /// Returns the stored result of a formula, or the formula if no result was stored.
    private static SpreadsheetCell formula(Cell cell) {
        var formula = "=" + cell.getFormula();
        var shown = Optional.ofNullable(cell.getRawValue())
                .orElse(formula.substring(0, Math.min(formula.length(), FORMULA_LENGTH_MAX)));
        return new SpreadsheetCell(shown, CellFault.FORMULA);
    }

    private static String stored(Cell cell) {
        return Optional.ofNullable(cell.getRawValue()).orElse("");
    }

    /// Returns a number with all displayed digits, without rounding artefacts of the writing program as in
    /// `50000.0` or `4.3499999999999996`.
    private static SpreadsheetCell number(Cell cell, ReadableWorkbook workbook, int lengthMax) throws Unreadable {
        var written = new BigDecimal(cell.getRawValue());
        // `1e999999999` is a short text, but expanding its digits would exhaust the memory.
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

    /// A cell without a style has the first one.
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
