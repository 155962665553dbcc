package dev.sluice.bulk;

import dev.sluice.money.Asset;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Sheet;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.Unreadable.Reason;
import java.util.List;
import java.util.function.UnaryOperator;

/// A sheet of payouts: to wallets if it has a token column, otherwise to bank accounts.
///
/// @param sheet name of the sheet in the workbook; empty for CSV
record Table(String sheet, Asset.Kind kind, List<Row<Column>> rows) {
    Table {
        rows = List.copyOf(rows);
    }

    /// Returns the table with each row transformed.
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
