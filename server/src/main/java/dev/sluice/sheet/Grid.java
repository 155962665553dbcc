package dev.sluice.sheet;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import dev.sluice.text.OutsideText;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.dhatim.fastexcel.reader.CellAddress;
import org.jspecify.annotations.Nullable;

/// A sheet whose first line contains the titles of known columns.
public record Grid<C extends Titled>(Set<C> columns, List<Row<C>> rows) {
    public Grid {
        columns = Set.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /// A row without its empty cells.
    ///
    /// @param number line in the file, as spreadsheets count
    /// @param faults faults by column
    /// @param surplus fault of the row: it has a value in a column without a title
    /// @param hidden true if the spreadsheet does not show the row
    public record Row<C>(
            int number,
            Map<C, String> cells,
            Map<C, CellFault> faults,
            @Nullable CellFault surplus,
            boolean hidden) {
        public Row {
            cells = Map.copyOf(cells);
            faults = Map.copyOf(faults);
        }

        public Row(int number, Map<C, String> cells) {
            this(number, cells, Map.of(), null, false);
        }

        /// Returns the row with another text in one cell.
        public Row<C> with(C column, String text) {
            var changed = new HashMap<>(cells);
            changed.put(column, text);
            return new Row<>(number, changed, faults, surplus, hidden);
        }

        public String at(C column) {
            return cells.getOrDefault(column, "");
        }
    }

    /// @param known all permitted columns
    public static <C extends Titled> Grid<C> of(Sheet sheet, List<C> known) throws Unreadable {
        if (sheet.lines().size() < 2) {
            throw new Unreadable(Reason.NO_ROWS, "");
        }
        var places = places(sheet.lines().getFirst(), known);
        var rows = sheet.lines().stream().skip(1).map(line -> row(line, places)).toList();
        return new Grid<>(places.keySet(), rows);
    }

    /// @throws Unreadable if a column is missing
    public void require(List<C> needed) throws Unreadable {
        for (var column : needed) {
            if (!columns.contains(column)) {
                throw new Unreadable(Reason.MISSING_COLUMN, column.title());
            }
        }
    }

    private static <C extends Titled> Map<C, Integer> places(Line titles, List<C> known) throws Unreadable {
        var places = new LinkedHashMap<C, Integer>();
        for (int at = 0; at < titles.cells().size(); at++) {
            var title = titles.at(at);
            if (title.isEmpty()) {
                continue;
            }
            var plain = plain(title);
            var column =
                    known.stream().filter(each -> each.title().equals(plain)).findFirst();
            if (column.isEmpty()) {
                throw new Unreadable(Reason.UNKNOWN_COLUMN, title);
            }
            if (places.put(column.get(), at) != null) {
                throw new Unreadable(Reason.REPEATED_COLUMN, title);
            }
        }
        return places;
    }

    /// Normalizes spaces and case of a title: `Account Name` becomes `account_name`.
    private static String plain(String title) {
        return OutsideText.normalized(title).toLowerCase(Locale.ROOT).replaceAll("[\\s-]+", "_");
    }

    private static <C extends Titled> Row<C> row(Line line, Map<C, Integer> places) {
        var cells = new HashMap<C, String>();
        var faults = new HashMap<C, CellFault>();
        places.forEach((column, at) -> {
            if (!line.at(at).isEmpty()) {
                cells.put(column, line.at(at));
            }
            if (line.faults().containsKey(at)) {
                faults.put(column, line.faults().get(at));
            }
        });
        var surplus = IntStream.range(0, line.cells().size())
                .filter(at -> !line.at(at).isEmpty() && !places.containsValue(at))
                .mapToObj(at -> CellFault.surplus(new CellAddress(line.number() - 1, at).toString()))
                .findFirst()
                .orElse(null);
        return new Row<>(line.number(), cells, faults, surplus, line.hidden());
    }
}
