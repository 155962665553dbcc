package dev.sluice.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// Rows under a heading, in columns as wide as their widest cell.
final class Table {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    Table(String... heading) {
        rows.add(List.of(heading));
    }

    void row(Object... cells) {
        rows.add(java.util.Arrays.stream(cells).map(String::valueOf).toList());
    }

    void print(PrintWriter out) {
        int columns = rows.getFirst().size();
        var widths = new int[columns];
        for (var row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i))
                        .repeat(" ", widths[i] - row.get(i).length())
                        .append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
        out.flush();
    }
}
