package dev.sluice.fileimport;

import dev.sluice.sheet.Grid.Row;
import dev.sluice.sheet.Titled;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A row of a file: its cells, faults and result.
///
/// @param number line in the file, as spreadsheets count
/// @param createdId id of the object that was created, or existed already
/// @param hidden true if the spreadsheet does not show the row
/// @param payment payment of a row that can be paid; null for faulty rows, and in files of other kinds
public record ImportRow<C extends Titled>(
        int number,
        Map<C, String> cells,
        List<Fault<C>> faults,
        State state,
        @Nullable UUID createdId,
        boolean hidden,
        @Nullable RowPayment payment) {
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
        /// The row is hidden or repeated, and the confirming user left it out.
        LEFT_OUT,
        CREATED,
        /// The row was valid when the file was read, but not when it was processed.
        REFUSED
    }

    /// Creates a row: ready unless it has faults.
    public static <C extends Titled> ImportRow<C> read(Row<C> row, List<Fault<C>> faults) {
        var state = faults.isEmpty() ? State.READY : State.FAULTY;
        return new ImportRow<>(row.number(), row.cells(), faults, state, null, row.hidden(), null);
    }

    /// Creates a row that can be paid.
    public static <C extends Titled> ImportRow<C> payable(Row<C> row, RowPayment payment) {
        return new ImportRow<>(row.number(), row.cells(), List.of(), State.READY, null, row.hidden(), payment);
    }

    public ImportRow<C> is(State now, List<Fault<C>> why, @Nullable UUID created) {
        return new ImportRow<>(number, cells, why, now, created, hidden, payment);
    }

    /// Returns the row with its payout.
    public ImportRow<C> paid(UUID group, UUID payout) {
        return new ImportRow<>(number, cells, faults, State.CREATED, payout, hidden, price().in(group));
    }

    /// Returns the row with other cells.
    public ImportRow<C> withCells(Map<C, String> words) {
        return new ImportRow<>(number, words, faults, state, createdId, hidden, payment);
    }

    /// Returns the payment of a row that can be paid.
    public RowPayment price() {
        return Objects.requireNonNull(payment);
    }

    public String at(C column) {
        return cells.getOrDefault(column, "");
    }

    /// Returns true if a cell has a fault.
    public boolean isWrong(C column) {
        return faults.stream().anyMatch(fault -> fault.column().equals(column));
    }

    /// Returns the result for an exported file.
    ///
    /// @param created word for rows that became an object
    public String result(String created) {
        return state == State.CREATED ? created : state.name().toLowerCase(Locale.ROOT);
    }

    /// Returns all faults in one line.
    ///
    /// @param words translates a message
    public String faultsInWords(UnaryOperator<String> words) {
        return faults.stream()
                .map(fault -> (fault.isOfRow() ? "" : fault.column().title() + " ") + words.apply(fault.message()))
                .collect(Collectors.joining("; "));
    }

    /// Returns the expected length of account numbers that are too short, by row number.
    ///
    /// @param missed returns the expected length of a row's account number if it is shorter
    public static <C extends Titled> SortedMap<Integer, Integer> shortAccounts(
            Stream<ImportRow<C>> rows, Function<ImportRow<C>, OptionalInt> missed) {
        var found = new TreeMap<Integer, Integer>();
        rows.forEach(row -> missed.apply(row).ifPresent(digits -> found.put(row.number(), digits)));
        return found;
    }

    /// Returns all rows in order, reading them in batches.
    ///
    /// @param after returns the next rows after a line, or none at the end
    static <C extends Titled> Stream<ImportRow<C>> all(IntFunction<List<ImportRow<C>>> after) {
        return Stream.iterate(
                        after.apply(0),
                        some -> !some.isEmpty(),
                        some -> after.apply(some.getLast().number()))
                .flatMap(List::stream);
    }
}
