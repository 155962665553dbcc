package dev.sluice.bulk;

import dev.sluice.money.Money;
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
        @Nullable UUID payoutId)
        implements SentRow<Column> {
    public BulkRow {
        cells = Map.copyOf(cells);
        faults = List.copyOf(faults);
    }

    /// What became of it.
    public enum State {
        READY,
        FAULTY,
        /// It says the same as another one, and whoever confirmed the file wanted that paid once.
        LEFT_OUT,
        MADE,
        REFUSED
    }

    /// The same with other words in its cells.
    BulkRow saying(Map<Column, String> words) {
        return new BulkRow(number, words, faults, state, amount, fee, needsApproval, chunk, groupId, payoutId);
    }

    BulkRow refused(List<Fault<Column>> why) {
        return new BulkRow(number, cells, why, State.REFUSED, amount, fee, needsApproval, chunk, null, null);
    }

    BulkRow leftOut(Fault<Column> why) {
        return new BulkRow(number, cells, List.of(why), State.LEFT_OUT, amount, fee, needsApproval, chunk, null, null);
    }

    BulkRow made(UUID group, UUID payout) {
        return new BulkRow(number, cells, faults, State.MADE, amount, fee, needsApproval, chunk, group, payout);
    }
}
