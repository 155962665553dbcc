package dev.sluice.sheet;

import dev.sluice.text.OutsideText;
import java.util.List;
import java.util.Map;

/// A file as rows of texts with their positions.
///
/// @param name name of the worksheet; empty for CSV
public record Sheet(String name, List<Line> lines) {
    public Sheet {
        lines = List.copyOf(lines);
    }

    /// @param number line number from 1, as spreadsheets count
    /// @param faults faults by column index from 0
    /// @param hidden true if the spreadsheet does not show the row, as when it is filtered out
    public record Line(int number, List<String> cells, Map<Integer, CellFault> faults, boolean hidden) {
        public Line {
            cells = List.copyOf(cells);
            faults = Map.copyOf(faults);
        }

        public Line(int number, List<String> cells) {
            this(number, cells, Map.of(), false);
        }

        boolean isEmpty() {
            return cells.stream().allMatch(String::isBlank);
        }

        /// Returns the normalized text of a cell, see [OutsideText].
        public String at(int column) {
            return column < cells.size() ? OutsideText.normalized(cells.get(column)) : "";
        }
    }
}
