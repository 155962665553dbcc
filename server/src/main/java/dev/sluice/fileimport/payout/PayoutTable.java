package dev.sluice.fileimport.payout;

import dev.sluice.money.Asset;
import dev.sluice.sheet.Grid;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Sheet;
import dev.sluice.sheet.Unreadable;
import dev.sluice.sheet.Unreadable.Reason;
import java.util.List;
import java.util.function.UnaryOperator;

/// A sheet of payouts: to wallets if it has a token column, otherwise to bank accounts.
record PayoutTable(Asset.Kind kind, List<Row<PayoutColumn>> rows) {
    PayoutTable {
        rows = List.copyOf(rows);
    }

    /// Returns the table with each row transformed.
    PayoutTable with(UnaryOperator<Row<PayoutColumn>> created) {
        return new PayoutTable(kind, rows.stream().map(created).toList());
    }

    static PayoutTable of(Sheet sheet) throws Unreadable {
        var grid = Grid.of(sheet, List.of(PayoutColumn.values()));
        var kind = grid.columns().contains(PayoutColumn.TOKEN) ? Asset.Kind.CRYPTO : Asset.Kind.FIAT;
        var known = PayoutColumn.of(kind);
        for (var column : grid.columns()) {
            if (!known.contains(column)) {
                throw new Unreadable(Reason.UNKNOWN_COLUMN, column.title());
            }
        }
        grid.require(known.subList(0, 2));
        return new PayoutTable(kind, grid.rows());
    }
}
