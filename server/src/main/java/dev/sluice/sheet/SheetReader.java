package dev.sluice.sheet;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import javax.xml.stream.XMLStreamException;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.ReadingOptions;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.SheetVisibility;

/// Reads CSV, and the first visible sheet of XLSX. Sizes are limited, for XLSX by the unpacked size before parsing.
public final class SheetReader {
    /// Maximum number of rows below the header.
    public static final int ROWS_MAX = Lines.ROWS_MAX;

    private static final ReadingOptions WITH_FORMATS = new ReadingOptions(true, false);
    private static final byte[] ZIP = {'P', 'K'};

    private SheetReader() {}

    /// @throws Unreadable if the file is no table, or is too large
    public static Sheet read(byte[] bytes) throws Unreadable {
        var lines = new Lines();
        boolean zipped = bytes.length > ZIP.length && bytes[0] == ZIP[0] && bytes[1] == ZIP[1];
        var name = "";
        if (zipped) {
            name = spreadsheet(Unpacked.of(bytes, Lines.CELL_LENGTH_MAX), lines);
        } else {
            Csv.read(bytes, lines);
        }
        return new Sheet(name, lines.all());
    }

    /// @return the name of the sheet
    private static String spreadsheet(Unpacked documents, Lines lines) throws Unreadable {
        var bytes = new ByteArrayInputStream(documents.bytes());
        try (var workbook =
                documents.hasStyles() ? new ReadableWorkbook(bytes, WITH_FORMATS) : new ReadableWorkbook(bytes)) {
            var sheet = workbook.getSheets()
                    .filter(each -> each.getVisibility() == SheetVisibility.VISIBLE)
                    .findFirst()
                    .orElseThrow();
            var document = documents.worksheet(sheet.getId());
            var unshown = document.isPresent() ? Unshown.of(document.get()) : Unshown.NOTHING;
            try (var rows = sheet.openStream()) {
                // The library counts from zero if rows have no numbers.
                int first = -1;
                for (var row : (Iterable<Row>) rows::iterator) {
                    first = first < 0 ? row.getRowNum() : first;
                    lines.add(line(row, first == 0 ? row.getRowNum() + 1 : row.getRowNum(), workbook, unshown));
                }
            }
            return sheet.getName();
        } catch (IOException | XMLStreamException | RuntimeException malformed) {
            // The library throws many kinds of exceptions for damaged documents.
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
    }

    private static Line line(Row row, int number, ReadableWorkbook workbook, Unshown unshown) throws Unreadable {
        Lines.requireColumns(row.getCellCount());
        var cells = new ArrayList<String>();
        var faults = new HashMap<Integer, CellFault>();
        for (int at = 0; at < row.getCellCount(); at++) {
            var there = row.getOptionalCell(at);
            if (there.isEmpty()) {
                cells.add("");
                continue;
            }
            var cell = SpreadsheetCell.of(there.get(), workbook, Lines.CELL_LENGTH_MAX);
            cells.add(cell.text());
            if (cell.fault() != null) {
                faults.put(at, cell.fault());
            }
            if (unshown.columns().contains(at) && !cell.text().isBlank()) {
                faults.putIfAbsent(at, CellFault.HIDDEN);
            }
        }
        return new Line(number, cells, faults, row.isHidden() || unshown.rows().contains(number));
    }
}
