package dev.sluice.sheet;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// A sheet whose columns are known by the titles in its first line.
public record Grid<C>(Set<C> columns, List<Row<C>> rows) {
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

    /// @param titled the column of a title, which comes as [#plain] has it
    public static <C> Grid<C> of(Sheet sheet, Function<String, Optional<C>> titled) throws Unreadable {
        if (sheet.lines().size() < 2) {
            throw new Unreadable(Reason.NO_ROWS, "");
        }
        var places = places(sheet.lines().getFirst(), titled);
        var rows = sheet.lines().stream().skip(1).map(line -> row(line, places)).toList();
        return new Grid<>(places.keySet(), rows);
    }

    private static <C> Map<C, Integer> places(Line titles, Function<String, Optional<C>> titled) throws Unreadable {
        var places = new LinkedHashMap<C, Integer>();
        for (int at = 0; at < titles.cells().size(); at++) {
            var title = titles.at(at);
            if (title.isEmpty()) {
                continue;
            }
            var column = titled.apply(plain(title));
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

    private static <C> Row<C> row(Line line, Map<C, Integer> places) {
        var cells = new HashMap<C, String>();
        places.forEach((column, at) -> {
            if (!line.at(at).isEmpty()) {
                cells.put(column, line.at(at));
            }
        });
        return new Row<>(line.number(), cells);
    }
}
