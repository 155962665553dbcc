package dev.sluice.dashboard.balance;

import dev.sluice.client.model.BalanceTransaction;
import dev.sluice.sheet.Export;
import dev.sluice.sheet.Export.Column;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/// A statement as a file: the newest lines, up to a bound, which the file's name tells where it was met. Its columns
/// are named as the API names them, whatever the language.
final class StatementFile {
    static final int LINES_MAX = 10_000;

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

    /// Lines as they come, page by page, each once: what is booked meanwhile moves lines to the next page.
    static Export<BalanceTransaction> of(Stream<BalanceTransaction> lines) {
        var seen = new HashSet<String>();
        return new Export<>(
                COLUMNS,
                lines.filter(line -> seen.add(line.currency() + line.id())).limit(LINES_MAX));
    }

    /// @param total how many lines there are
    static String name(long total) {
        return total > LINES_MAX ? "statement-newest-" + LINES_MAX + "-of-" + total : "statement";
    }
}
