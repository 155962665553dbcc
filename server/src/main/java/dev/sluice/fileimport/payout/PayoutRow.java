package dev.sluice.fileimport.payout;

import dev.sluice.disbursement.PayoutPreparation.Cost;
import dev.sluice.fileimport.Fault;
import dev.sluice.fileimport.SentRow;
import dev.sluice.money.Money;
import dev.sluice.sheet.Grid.Row;
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
public record PayoutRow(
        int number,
        Map<PayoutColumn, String> cells,
        List<Fault<PayoutColumn>> faults,
        State state,
        @Nullable Money amount,
        @Nullable Money fee,
        boolean needsApproval,
        @Nullable Integer chunk,
        @Nullable UUID groupId,
        @Nullable UUID payoutId,
        int payeeRevision,
        boolean hidden)
        implements SentRow<PayoutColumn> {
    public PayoutRow {
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
    static PayoutRow faulty(Row<PayoutColumn> row, List<Fault<PayoutColumn>> faults) {
        return new PayoutRow(
                row.number(), row.cells(), faults, State.FAULTY, null, null, false, null, null, null, 0, row.hidden());
    }

    /// Returns a row that can be paid.
    static PayoutRow ready(Row<PayoutColumn> row, Cost cost, int chunk) {
        return new PayoutRow(
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
    PayoutRow saying(Map<PayoutColumn, String> words) {
        return with(words, faults, state, groupId, payoutId);
    }

    PayoutRow refused(List<Fault<PayoutColumn>> why) {
        return with(cells, why, State.REFUSED, null, null);
    }

    PayoutRow leftOut(Fault<PayoutColumn> why) {
        return with(cells, List.of(why), State.LEFT_OUT, null, null);
    }

    PayoutRow made(UUID group, UUID payout) {
        return with(cells, faults, State.MADE, group, payout);
    }

    private PayoutRow with(
            Map<PayoutColumn, String> words,
            List<Fault<PayoutColumn>> why,
            State now,
            @Nullable UUID group,
            @Nullable UUID payout) {
        return new PayoutRow(
                number, words, why, now, amount, fee, needsApproval, chunk, group, payout, payeeRevision, hidden);
    }
}
