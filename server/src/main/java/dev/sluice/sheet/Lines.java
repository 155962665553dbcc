package dev.sluice.sheet;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.util.ArrayList;
import java.util.List;

/// Lines of a file as they are read, numbered as in the spreadsheet. A shared text counts once per cell, since each
/// cell keeps its own copy.
final class Lines {
    /// Maximum number of rows below the header.
    static final int ROWS_MAX = 5_000;
    static final int CELL_LENGTH_MAX = 1_000;
    /// Maximum line number, since empty rows may lie between others. A page sends row numbers in a form field of
    /// limited size.
    private static final int NUMBER_MAX = 40_000;
    static final int COLUMNS_MAX = 40;
    /// Maximum number of characters of all cells; more than a file of the permitted size contains when unpacked.
    private static final int LENGTH_MAX = 2_000_000;

    private final List<Line> all = new ArrayList<>();
    private int length;

    List<Line> all() {
        return all;
    }

    static void requireColumns(int count) throws Unreadable {
        if (count > COLUMNS_MAX) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(COLUMNS_MAX));
        }
    }

    void add(Line line) throws Unreadable {
        if (line.isEmpty()) {
            return;
        }
        int before = all.isEmpty() ? 0 : all.getLast().number();
        if (line.number() <= before) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
        if (line.number() > NUMBER_MAX) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(NUMBER_MAX));
        }
        if (all.size() > ROWS_MAX) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(ROWS_MAX));
        }
        if (line.cells().size() > COLUMNS_MAX
                || line.cells().stream().anyMatch(cell -> cell.length() > CELL_LENGTH_MAX)) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(CELL_LENGTH_MAX));
        }
        length += line.cells().stream().mapToInt(String::length).sum();
        if (length > LENGTH_MAX) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(LENGTH_MAX));
        }
        all.add(line);
    }
}
