package dev.sluice.bulk;

import dev.sluice.money.Asset;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Sheet;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.Unreadable.Reason;
import java.util.List;
import java.util.function.UnaryOperator;

/// A sheet of payouts: it pays bank accounts, or wallets where it has a column of tokens.
///
/// @param sheet its name in the workbook; empty for CSV
record Table(String sheet, Asset.Kind kind, List<Row<Column>> rows) {
    Table {
        rows = List.copyOf(rows);
    }

    /// The same with each row as something has made it.
    Table with(UnaryOperator<Row<Column>> made) {
        return new Table(sheet, kind, rows.stream().map(made).toList());
    }

    static Table of(Sheet sheet) throws Unreadable {
        var grid = Grid.of(sheet, List.of(Column.values()));
        var kind = grid.columns().contains(Column.TOKEN) ? Asset.Kind.CRYPTO : Asset.Kind.FIAT;
        var known = Column.of(kind);
        for (var column : grid.columns()) {
            if (!known.contains(column)) {
                throw new Unreadable(Reason.UNKNOWN_COLUMN, column.title());
            }
        }
        grid.require(known.subList(0, 2));
        return new Table(sheet.name(), kind, grid.rows());
    }
}
