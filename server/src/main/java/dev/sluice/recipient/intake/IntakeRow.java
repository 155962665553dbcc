package dev.sluice.recipient.intake;

import dev.sluice.sheet.file.Fault;
import dev.sluice.sheet.file.SentRow;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A row of a file: what it says, what is wrong with it, and what became of it.
///
/// @param number the line of the file, as spreadsheets count
/// @param recipientId of the payee that was stored, or that is stored already
public record IntakeRow(
        int number,
        Map<IntakeColumn, String> cells,
        List<Fault<IntakeColumn>> faults,
        State state,
        @Nullable UUID recipientId)
        implements SentRow<IntakeColumn> {
    public IntakeRow {
        cells = Map.copyOf(cells);
        faults = List.copyOf(faults);
    }

    /// What became of it.
    public enum State {
        READY,
        FAULTY,
        /// The same account at the same e-mail address is stored already, or stands in a row before.
        DUPLICATE,
        STORED,
        /// What was right when the file was read was not when it was stored.
        REFUSED
    }

    IntakeRow is(State now, List<Fault<IntakeColumn>> why, @Nullable UUID recipient) {
        return new IntakeRow(number, cells, why, now, recipient);
    }
}
