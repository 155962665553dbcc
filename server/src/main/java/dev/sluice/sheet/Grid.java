package dev.sluice.sheet;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// A sheet whose columns are known by the titles in its first line.
public record Grid<C extends Titled>(Set<C> columns, List<Row<C>> rows) {
    public Grid {
        columns = Set.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /// What a row says, without what it leaves out.
    ///
    /// @param number the line of the file, as spreadsheets count
    public record Row<C>(int number, Map<C, String> cells) {
        public Row {
            cells = Map.copyOf(cells);
        }

        public String at(C column) {
            return cells.getOrDefault(column, "");
        }
    }

    /// @param known the columns that there may be
    public static <C extends Titled> Grid<C> of(Sheet sheet, List<C> known) throws Unreadable {
        if (sheet.lines().size() < 2) {
            throw new Unreadable(Reason.NO_ROWS, "");
        }
        var places = places(sheet.lines().getFirst(), known);
        var rows = sheet.lines().stream().skip(1).map(line -> row(line, places)).toList();
        return new Grid<>(places.keySet(), rows);
    }

    /// @throws Unreadable where a column is missing
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

    /// A title however it is spaced and written: `Account Name` as `account_name`.
    private static String plain(String title) {
        return title.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s-]+", "_");
    }

    private static <C extends Titled> Row<C> row(Line line, Map<C, Integer> places) {
        var cells = new HashMap<C, String>();
        places.forEach((column, at) -> {
            if (!line.at(at).isEmpty()) {
                cells.put(column, line.at(at));
            }
        });
        return new Row<>(line.number(), cells);
    }
}
