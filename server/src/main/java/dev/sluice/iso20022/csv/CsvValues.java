package dev.sluice.iso20022.csv;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.csv.CsvMapping.Column;
import dev.sluice.iso20022.csv.CsvMapping.Grouping;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The values of lines by the names of their columns.
final class CsvValues {
    private static final int SHOWN_MAX = 60;
    private static final int GROUP = 3;

    private final CsvMapping mapping;
    private final Map<Column, Integer> places;
    private final int width;
    private final DateTimeFormatter dates;

    private CsvValues(CsvMapping mapping, Map<Column, Integer> places, int width) {
        this.mapping = mapping;
        this.places = places;
        this.width = width;
        // A strict reader knows proleptic years only.
        this.dates = DateTimeFormatter.ofPattern(mapping.format().dates().replace('y', 'u'), Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /// Finds the columns in the line with their names.
    ///
    /// @throws Unreadable if one is missing, or is there twice
    static CsvValues of(CsvMapping mapping, CsvText.Row names) throws Unreadable {
        var cells = names.cells().stream().map(String::strip).toList();
        var places = new EnumMap<Column, Integer>(Column.class);
        for (var column : mapping.columns().entrySet()) {
            int place = cells.indexOf(column.getValue());
            if (place < 0) {
                throw new Unreadable("line " + names.line() + ": there is no column '" + column.getValue()
                        + "'; the columns are " + shown(String.join(", ", cells)));
            }
            if (place != cells.lastIndexOf(column.getValue())) {
                throw new Unreadable("line " + names.line() + ": has the column '" + column.getValue() + "' twice");
            }
            places.put(column.getKey(), place);
        }
        return new CsvValues(mapping, places, width(cells));
    }

    /// Returns the number of cells up to the last one that is not empty: some banks end each line with a delimiter.
    private static int width(List<String> cells) {
        int width = cells.size();
        while (width > 0 && cells.get(width - 1).isEmpty()) {
            width--;
        }
        return width;
    }

    /// @throws Unreadable if the line does not have the cells of the first one
    void check(CsvText.Row row) throws Unreadable {
        if (row.cells().size() < width || width(row.cells()) > width) {
            throw new Unreadable("line " + row.line() + ": has " + row.cells().size() + " cells instead of " + width
                    + "; the file is cut off, or in.csv.delimiter is another one");
        }
    }

    @Nullable
    String text(CsvText.Row row, Column column) {
        var place = places.get(column);
        var text = place == null ? "" : row.cells().get(place).strip();
        return text.isEmpty() ? null : text;
    }

    @Nullable
    LocalDate date(CsvText.Row row, Column column) throws Unreadable {
        var text = text(row, column);
        if (text == null) {
            return null;
        }
        try {
            return LocalDate.parse(text, dates);
        } catch (DateTimeException malformed) {
            throw fault(row, column, "must be a date as " + mapping.format().dates(), text);
        }
    }

    @Nullable
    BigDecimal number(CsvText.Row row, Column column) throws Unreadable {
        var text = text(row, column);
        if (text == null) {
            return null;
        }
        return ungrouped(text)
                .flatMap(plain -> Amount.decimal(plain, mapping.format().point()))
                .orElseThrow(() -> fault(
                        row,
                        column,
                        "must be an amount with the decimal sign "
                                + mapping.format().point() + " and the thousands separator of the mapping",
                        text));
    }

    /// Removes the separators of the thousands: one after each third digit.
    private Optional<String> ungrouped(String text) {
        var grouping = mapping.format().grouping();
        if (grouping == Grouping.NONE || text.chars().noneMatch(each -> grouping.has((char) each))) {
            return Optional.of(text);
        }
        int end = text.indexOf(mapping.format().point());
        int digits = 0;
        var plain = new StringBuilder(end < 0 ? "" : text.substring(end));
        for (int at = (end < 0 ? text.length() : end) - 1; at >= 0; at--) {
            char each = text.charAt(at);
            if (!grouping.has(each)) {
                plain.insert(0, each);
                digits++;
            } else if (digits == 0 || digits % GROUP != 0 || at == 0 || !isDigit(text.charAt(at - 1))) {
                return Optional.empty();
            }
        }
        return Optional.of(plain.toString()).filter(_ -> isGroupedThroughout(text, end));
    }

    /// Returns true if no four digits stand together before the decimals.
    private static boolean isGroupedThroughout(String text, int end) {
        int together = 0;
        for (int at = 0; at < (end < 0 ? text.length() : end); at++) {
            together = isDigit(text.charAt(at)) ? together + 1 : 0;
            if (together > GROUP) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char each) {
        return each >= '0' && each <= '9';
    }

    Unreadable fault(CsvText.Row row, Column column, String rule, @Nullable String text) {
        return new Unreadable("line " + row.line() + ", column '"
                + mapping.columns().get(column) + "': " + rule + (text == null ? "" : ", not '" + shown(text) + "'"));
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }
}
