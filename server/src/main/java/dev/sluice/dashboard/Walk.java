package dev.sluice.dashboard;

import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A list in the order in which its items were made, each once, whatever is made, or falls out of the list, meanwhile:
/// what is asked for next begins at the instant of the last one, and not at a number of pages that shift. The first
/// page of a span costs the same wherever the span lies, unlike the thousandth page of a list.
///
/// @param <T> an item, such as a payout
public final class Walk<T> implements Iterator<T> {
    /// How many are asked for at once.
    public static final int PAGE = 100;

    private final Source<T> source;
    private final Identity<T> identity;
    private final boolean newestFirst;
    private Instant from;
    private Instant to;
    private int number = 1;
    private boolean more = true;

    /// Those of the instant at which the next page begins: there may be more than a page of them.
    private final Set<String> seen = new HashSet<>();

    private Iterator<T> items = Collections.emptyIterator();

    /// Asks for a page of the items that were made within a span of time, both ends included.
    @FunctionalInterface
    public interface Source<T> {
        List<T> page(Instant from, Instant to, int number);
    }

    /// What an item is known by.
    ///
    /// @param madeAt when it was made, as the spans of the source take it
    public record Identity<T>(Function<T, String> id, Function<T, Instant> madeAt) {}

    public Walk(Source<T> source, Identity<T> identity, boolean newestFirst, Instant from, Instant to) {
        this.source = source;
        this.identity = identity;
        this.newestFirst = newestFirst;
        this.from = from;
        this.to = to;
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && more) {
            var page = source.page(from, to, number);
            more = page.size() == PAGE;
            items = page.stream()
                    .filter(each -> !seen.contains(identity.id().apply(each)))
                    .toList()
                    .iterator();
            if (more) {
                goOn(page);
            }
        }
        return items.hasNext();
    }

    private void goOn(List<T> page) {
        var last = madeAt(page.getLast());
        if (last.equals(newestFirst ? to : from)) {
            number++;
        } else {
            number = 1;
            from = newestFirst ? from : last;
            to = newestFirst ? last : to;
            seen.clear();
        }
        page.stream()
                .filter(each -> madeAt(each).equals(last))
                .map(identity.id())
                .forEach(seen::add);
    }

    private Instant madeAt(T item) {
        return identity.madeAt().apply(item);
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return items.next();
    }

    /// What is left of it.
    public Stream<T> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }
}
