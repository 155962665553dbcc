package dev.sluice.bulk;

import java.util.List;

/// A file as rows of texts, and where each row stood in it.
record Sheet(List<Line> lines) {
    Sheet {
        lines = List.copyOf(lines);
    }

    /// @param number from 1, as spreadsheets count
    record Line(int number, List<String> cells) {
        Line {
            cells = List.copyOf(cells);
        }

        boolean isEmpty() {
            return cells.stream().allMatch(String::isBlank);
        }

        String at(int column) {
            return column < cells.size() ? cells.get(column).strip() : "";
        }
    }
}
