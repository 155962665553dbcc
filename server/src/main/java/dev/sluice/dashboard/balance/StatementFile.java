package dev.sluice.dashboard.balance;

import dev.sluice.client.Balances;
import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.dashboard.KeysetPager;
import dev.sluice.dashboard.balance.Payments.Line;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import java.util.List;
import java.util.UUID;

/// Export of the statement: all lines by booking time, newest first. The columns have the names of the API in every
/// language. Columns about the payment are additional to those of the API.
final class StatementFile {
    static final String NAME = "statement";

    private static final List<Column<Line>> COLUMNS = List.of(
            new Column<>("recordedAt", line -> line.booked().recordedAt()),
            new Column<>("effectiveAt", line -> line.booked().effectiveAt()),
            new Column<>("currency", line -> line.booked().currency()),
            new Column<>("kind", line -> line.booked().kind()),
            new Column<>("direction", line -> line.booked().direction()),
            new Column<>("amount", line -> line.booked().amount()),
            new Column<>("balanceAfter", line -> line.booked().balanceAfter()),
            new Column<>("paymentId", line -> line.booked().paymentId()),
            new Column<>("id", line -> line.booked().id()),
            new Column<>("reference", Line::reference),
            new Column<>("payee", Line::payee),
            new Column<>("payoutStatus", line -> line.booked().payoutStatus()));

    private StatementFile() {}

    static Export<Line> of(Balances balances, StatementFilter filter, Payments payments, UUID organizationId) {
        return new Export<>(COLUMNS, payments.named(organizationId, walk(balances, filter).stream(), KeysetPager.PAGE));
    }

    /// Identifies a line by its id and currency: the lines of one payment may have several currencies.
    private static KeysetPager<BalanceTransaction> walk(Balances balances, StatementFilter filter) {
        var query = filter.query().limit(KeysetPager.PAGE);
        var times = filter.span().timesOrEver();
        return new KeysetPager<>(
                (from, to, number) -> balances.statementPage(
                                query.between(from, to).page(number))
                        .docs(),
                new KeysetPager.Identity<>(line -> line.currency() + line.id(), BalanceTransaction::recordedAt),
                true,
                times.from(),
                times.to());
    }
}
