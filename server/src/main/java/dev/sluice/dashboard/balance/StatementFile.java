package dev.sluice.dashboard.balance;

import dev.sluice.client.Balances;
import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.dashboard.Walk;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import java.util.List;

/// A statement as a file: all lines, the newest first, by the time at which they were booked. Its columns are named as
/// the API names them, whatever the language.
final class StatementFile {
    static final String NAME = "statement";

    private static final List<Column<BalanceTransaction>> COLUMNS = List.of(
            new Column<>("recordedAt", BalanceTransaction::recordedAt),
            new Column<>("effectiveAt", BalanceTransaction::effectiveAt),
            new Column<>("currency", BalanceTransaction::currency),
            new Column<>("kind", BalanceTransaction::kind),
            new Column<>("direction", BalanceTransaction::direction),
            new Column<>("amount", BalanceTransaction::amount),
            new Column<>("balanceAfter", BalanceTransaction::balanceAfter),
            new Column<>("paymentId", BalanceTransaction::paymentId),
            new Column<>("id", BalanceTransaction::id));

    private StatementFile() {}

    static Export<BalanceTransaction> of(Balances balances, StatementFilter filter) {
        return new Export<>(COLUMNS, walk(balances, filter).stream());
    }

    /// A line is known by its currency too: a payment's lines may be of several.
    private static Walk<BalanceTransaction> walk(Balances balances, StatementFilter filter) {
        var query = filter.query().limit(Walk.PAGE);
        var times = filter.span().timesOrEver();
        return new Walk<>(
                (from, to, number) -> balances.statementPage(
                                query.between(from, to).page(number))
                        .docs(),
                new Walk.Identity<>(line -> line.currency() + line.id(), BalanceTransaction::recordedAt),
                true,
                times.from(),
                times.to());
    }
}
