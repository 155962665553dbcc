package dev.sluice.sheet;

import java.util.List;

/// A file as rows of texts, and where each row stood in it.
public record Sheet(List<Line> lines) {
    public Sheet {
        lines = List.copyOf(lines);
    }

    /// @param number from 1, as spreadsheets count
    public record Line(int number, List<String> cells) {
        public Line {
            cells = List.copyOf(cells);
        }

        boolean isEmpty() {
            return cells.stream().allMatch(String::isBlank);
        }

        public String at(int column) {
            return column < cells.size() ? cells.get(column).strip() : "";
        }
    }
}
