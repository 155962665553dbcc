package dev.sluice.bulk;

import dev.sluice.disbursement.PayoutPreparation.Cost;
import dev.sluice.money.Money;
import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.file.Fault;
import dev.sluice.sheet.file.SentRow;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row of a file: its cells, faults, price and result.
///
/// @param number line in the file, as spreadsheets count
/// @param amount amount, paid exactly with this fee or not at all; null if the row is faulty
/// @param needsApproval true if the payout would need approval, as of reading or confirming the file
/// @param chunk number of the request that contains the row
/// @param payeeRevision revision of the saved recipient at the time of reading; 0 without one
/// @param hidden true if the spreadsheet does not show the row
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

    /// Processing state of a row.
    public enum State {
        READY,
        FAULTY,
        /// The row is a duplicate or hidden, and the confirming user left it out.
        LEFT_OUT,
        MADE,
        REFUSED
    }

    /// Returns a row that cannot be paid.
    static BulkRow faulty(Row<Column> row, List<Fault<Column>> faults) {
        return new BulkRow(
                row.number(), row.cells(), faults, State.FAULTY, null, null, false, null, null, null, 0, row.hidden());
    }

    /// Returns a row that can be paid.
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

    /// Returns the row with other cells.
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
