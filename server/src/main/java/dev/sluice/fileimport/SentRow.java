package dev.sluice.fileimport;

import dev.sluice.sheet.Titled;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Row of an uploaded file: its cells and faults.
public interface SentRow<C extends Titled> {
    /// Line in the file, as spreadsheets count.
    int number();

    Map<C, String> cells();

    List<Fault<C>> faults();

    /// Returns true if the spreadsheet does not show the row.
    boolean hidden();

    default String at(C column) {
        return cells().getOrDefault(column, "");
    }

    /// Returns true if a cell has a fault.
    default boolean isWrong(C column) {
        return faults().stream().anyMatch(fault -> fault.column().equals(column));
    }

    /// Returns all faults in one line.
    ///
    /// @param words translates a message
    default String faultsInWords(UnaryOperator<String> words) {
        return faults().stream()
                .map(fault -> (fault.isOfRow() ? "" : fault.column().title() + " ") + words.apply(fault.message()))
                .collect(Collectors.joining("; "));
    }

    /// Returns the expected length of account numbers that are too short, by row number.
    ///
    /// @param missed returns the expected length of a row's account number if it is shorter
    static <R extends SentRow<?>> SortedMap<Integer, Integer> shortAccounts(
            Stream<R> rows, Function<R, OptionalInt> missed) {
        var found = new TreeMap<Integer, Integer>();
        rows.forEach(row -> missed.apply(row).ifPresent(digits -> found.put(row.number(), digits)));
        return found;
    }

    /// Returns all rows in order, reading them in batches.
    ///
    /// @param after returns the next rows after a line, or none at the end
    static <R extends SentRow<?>> Stream<R> all(IntFunction<List<R>> after) {
        return Stream.iterate(
                        after.apply(0),
                        some -> !some.isEmpty(),
                        some -> after.apply(some.getLast().number()))
                .flatMap(List::stream);
    }
}
