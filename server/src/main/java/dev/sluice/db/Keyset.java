package dev.sluice.db;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/// Keyset pagination over all rows of a query: each page begins after the key of the last row before it, so that so
/// many rows are in memory at once and no more.
///
/// @param first key before that of any row
/// @param size the most rows of a page, as the query limits them
/// @param after reads a page after a key, in the order of keys
/// @param key of a row
public record Keyset<K, R>(K first, int size, Function<K, List<R>> after, Function<R, K> key) {
    /// Reads page by page. The last one may be empty.
    public void forEachPage(Consumer<List<R>> visitor) {
        var last = first;
        List<R> page;
        do {
            page = after.apply(last);
            visitor.accept(page);
            last = page.isEmpty() ? last : key.apply(page.getLast());
        } while (page.size() == size);
    }

    /// Reports each row that fails a check.
    ///
    /// @param isRight true for a row as the service wrote it
    /// @param fault words for a row that is not
    public void verify(Predicate<R> isRight, Function<R, String> fault, Consumer<String> report) {
        forEachPage(page -> page.stream().filter(isRight.negate()).map(fault).forEach(report));
    }
}
