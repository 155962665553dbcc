package dev.sluice.bulk;

import dev.sluice.disbursement.Orders.Cost;
import dev.sluice.money.Money;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.file.Fault;
import dev.sluice.sheet.file.SentRow;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row of a file: what it says, what is wrong with it, what it costs, and what became of it.
///
/// @param number the line of the file, as spreadsheets count
/// @param amount and the fee on top, at which it is paid or not at all; nothing where the row is faulty
/// @param needsApproval whether somebody else would have to approve it: as it was when the file was read, or confirmed
/// @param chunk with which rows it is sent
/// @param payeeRevision the number of a stored payee's revision when it was read; 0 where it pays no stored one
/// @param hidden whether the spreadsheet does not show it
public record BulkRow(
        int number,
        Map<Column, String> cells,
        List<Fault<Column>> faults,
        State state,
        @Nullable Money amount,
        @Nullable Money fee,
        boolean needsApproval,
        @Nullable Integer chunk,
        @Nullable UUID groupId,
        @Nullable UUID payoutId,
        int payeeRevision,
        boolean hidden)
        implements SentRow<Column> {
    public BulkRow {
        cells = Map.copyOf(cells);
        faults = List.copyOf(faults);
    }

    /// What became of it.
    public enum State {
        READY,
        FAULTY,
        /// It says the same as another one, or is hidden, and whoever confirmed the file left it out.
        LEFT_OUT,
        MADE,
        REFUSED
    }

    /// A row that cannot be paid.
    static BulkRow faulty(Row<Column> row, List<Fault<Column>> faults) {
        return new BulkRow(
                row.number(), row.cells(), faults, State.FAULTY, null, null, false, null, null, null, 0, row.hidden());
    }

    /// A row that can be paid.
    static BulkRow ready(Row<Column> row, Cost cost, int chunk) {
        return new BulkRow(
                row.number(),
                row.cells(),
                List.of(),
                State.READY,
                cost.amount(),
                cost.fee(),
                cost.needsApproval(),
                chunk,
                null,
                null,
                cost.payeeRevision(),
                row.hidden());
    }

    /// The same with other words in its cells.
    BulkRow saying(Map<Column, String> words) {
        return with(words, faults, state, groupId, payoutId);
    }

    BulkRow refused(List<Fault<Column>> why) {
        return with(cells, why, State.REFUSED, null, null);
    }

    BulkRow leftOut(Fault<Column> why) {
        return with(cells, List.of(why), State.LEFT_OUT, null, null);
    }

    BulkRow made(UUID group, UUID payout) {
        return with(cells, faults, State.MADE, group, payout);
    }

    private BulkRow with(
            Map<Column, String> words,
            List<Fault<Column>> why,
            State now,
            @Nullable UUID group,
            @Nullable UUID payout) {
        return new BulkRow(
                number, words, why, now, amount, fee, needsApproval, chunk, group, payout, payeeRevision, hidden);
    }
}
