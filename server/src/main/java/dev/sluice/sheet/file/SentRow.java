package dev.sluice.sheet.file;

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

/// A row of a file that somebody sent: what it says, and what is wrong with it.
public interface SentRow<C extends Titled> {
    /// The line of the file, as spreadsheets count.
    int number();

    Map<C, String> cells();

    List<Fault<C>> faults();

    /// Reports whether the spreadsheet does not show it.
    boolean hidden();

    default String at(C column) {
        return cells().getOrDefault(column, "");
    }

    /// Whether something is wrong with a cell.
    default boolean isWrong(C column) {
        return faults().stream().anyMatch(fault -> fault.column().equals(column));
    }

    /// All that is wrong with it, in one line.
    ///
    /// @param words in which a language says what is wrong
    default String faultsInWords(UnaryOperator<String> words) {
        return faults().stream()
                .map(fault -> (fault.isOfRow() ? "" : fault.column().title() + " ") + words.apply(fault.message()))
                .collect(Collectors.joining("; "));
    }

    /// How many digits the account numbers of some rows should have that have fewer, by the numbers of the rows.
    ///
    /// @param missed the digits of a row's account number, where it has fewer
    static <R extends SentRow<?>> SortedMap<Integer, Integer> shortAccounts(
            Stream<R> rows, Function<R, OptionalInt> missed) {
        var found = new TreeMap<Integer, Integer>();
        rows.forEach(row -> missed.apply(row).ifPresent(digits -> found.put(row.number(), digits)));
        return found;
    }

    /// All rows of a file in their order, read some at once.
    ///
    /// @param after some rows after a line of the file, none at its end
    static <R extends SentRow<?>> Stream<R> all(IntFunction<List<R>> after) {
        return Stream.iterate(
                        after.apply(0),
                        some -> !some.isEmpty(),
                        some -> after.apply(some.getLast().number()))
                .flatMap(List::stream);
    }
}
