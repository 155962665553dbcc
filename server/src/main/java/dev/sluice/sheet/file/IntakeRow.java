package dev.sluice.sheet.file;

import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Titled;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row of a file: what it says, what is wrong with it, and what became of it.
///
/// @param number the line of the file, as spreadsheets count
/// @param storedId of what was stored, or is stored already
/// @param hidden whether the spreadsheet does not show it
public record IntakeRow<C extends Titled>(
        int number,
        Map<C, String> cells,
        List<Fault<C>> faults,
        State state,
        @Nullable UUID storedId,
        boolean hidden) implements SentRow<C> {
    public IntakeRow {
        cells = Map.copyOf(cells);
        faults = List.copyOf(faults);
    }

    /// What became of it.
    public enum State {
        READY,
        FAULTY,
        /// The same is stored already, or stands in a row before.
        DUPLICATE,
        /// It is hidden, and whoever confirmed the file left it out.
        LEFT_OUT,
        STORED,
        /// What was right when the file was read was not when it was stored.
        REFUSED
    }

    /// A row as it was read: ready unless something is wrong with it.
    public static <C extends Titled> IntakeRow<C> read(Row<C> row, List<Fault<C>> faults) {
        var state = faults.isEmpty() ? State.READY : State.FAULTY;
        return new IntakeRow<>(row.number(), row.cells(), faults, state, null, row.hidden());
    }

    public IntakeRow<C> is(State now, List<Fault<C>> why, @Nullable UUID stored) {
        return new IntakeRow<>(number, cells, why, now, stored, hidden);
    }
}
