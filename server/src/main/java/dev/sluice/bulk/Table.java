package dev.sluice.bulk;

import dev.sluice.money.Asset;
import dev.sluice.sheet.Sheet;
import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.Unreadable.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A sheet whose columns are known: it pays bank accounts, or wallets where it has a column of tokens.
record Table(Asset.Kind kind, List<Row> rows) {
    Table {
        rows = List.copyOf(rows);
    }

    /// What a row says, without what it leaves out.
    record Row(int number, Map<Column, String> cells) {
        Row {
            cells = Map.copyOf(cells);
        }

        String at(Column column) {
            return cells.getOrDefault(column, "");
        }
    }

    static Table of(Sheet sheet) throws Unreadable {
        if (sheet.lines().size() < 2) {
            throw new Unreadable(Reason.NO_ROWS, "");
        }
        var columns = columns(sheet.lines().getFirst());
        var kind = columns.containsKey(Column.TOKEN) ? Asset.Kind.CRYPTO : Asset.Kind.FIAT;
        var known = Column.of(kind);
        for (var column : columns.keySet()) {
            if (!known.contains(column)) {
                throw new Unreadable(Reason.UNKNOWN_COLUMN, column.title());
            }
        }
        for (var needed : known.subList(0, 2)) {
            if (!columns.containsKey(needed)) {
                throw new Unreadable(Reason.MISSING_COLUMN, needed.title());
            }
        }
        return new Table(
                kind,
                sheet.lines().stream().skip(1).map(line -> row(line, columns)).toList());
    }

    private static Map<Column, Integer> columns(Line titles) throws Unreadable {
        var columns = new EnumMap<Column, Integer>(Column.class);
        for (int at = 0; at < titles.cells().size(); at++) {
            var title = titles.at(at);
            if (title.isEmpty()) {
                continue;
            }
            var column = Column.titled(title);
            if (column.isEmpty()) {
                throw new Unreadable(Reason.UNKNOWN_COLUMN, title);
            }
            if (columns.put(column.get(), at) != null) {
                throw new Unreadable(Reason.REPEATED_COLUMN, title);
            }
        }
        return columns;
    }

    private static Row row(Line line, Map<Column, Integer> columns) {
        var cells = new EnumMap<Column, String>(Column.class);
        columns.forEach((column, at) -> {
            if (!line.at(at).isEmpty()) {
                cells.put(column, line.at(at));
            }
        });
        return new Row(line.number(), cells);
    }
}
