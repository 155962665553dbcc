package dev.sluice.fileimport;

import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Titled;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row of a file: its cells, faults and result.
///
/// @param number line in the file, as spreadsheets count
/// @param storedId id of the object that was stored, or existed already
/// @param hidden true if the spreadsheet does not show the row
public record ImportRow<C extends Titled>(
        int number,
        Map<C, String> cells,
        List<Fault<C>> faults,
        State state,
        @Nullable UUID storedId,
        boolean hidden) implements SentRow<C> {
    public ImportRow {
        cells = Map.copyOf(cells);
        faults = List.copyOf(faults);
    }

    /// Processing state of a row.
    public enum State {
        READY,
        FAULTY,
        /// An equal object exists already, or an earlier row is equal.
        DUPLICATE,
        /// The row is hidden, and the confirming user left it out.
        LEFT_OUT,
        STORED,
        /// The row was valid when the file was read, but not when it was processed.
        REFUSED
    }

    /// Creates a row: ready unless it has faults.
    public static <C extends Titled> ImportRow<C> read(Row<C> row, List<Fault<C>> faults) {
        var state = faults.isEmpty() ? State.READY : State.FAULTY;
        return new ImportRow<>(row.number(), row.cells(), faults, state, null, row.hidden());
    }

    public ImportRow<C> is(State now, List<Fault<C>> why, @Nullable UUID stored) {
        return new ImportRow<>(number, cells, why, now, stored, hidden);
    }
}
