package dev.sluice.dashboard.payout;

import dev.sluice.clock.Clocks;
import java.time.Instant;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/// Payouts in the order in which they were made, each once, however many are made meanwhile: what is asked for next
/// begins at the instant of the last one, and not at a number of pages that shift. The first page of a span costs the
/// same wherever the span lies, unlike the thousandth page of a list.
///
/// @param <T> a payout
final class PayoutWalk<T> implements Iterator<T> {
    /// How many are asked for at once.
    static final int PAGE = 100;

    private final Source<T> source;
    private final Function<T, UUID> id;
    private final boolean newestFirst;
    private Instant from;
    private Instant to;
    private int number = 1;
    private boolean more = true;

    /// Those of the instant at which the next page begins: there may be more than a page of them.
    private final Set<UUID> seen = new HashSet<>();

    private Iterator<T> items = Collections.emptyIterator();

    /// Asks for a page of the payouts made within a span of time, both ends included.
    @FunctionalInterface
    interface Source<T> {
        List<T> page(Instant from, Instant to, int number);
    }

    PayoutWalk(Source<T> source, Function<T, UUID> id, boolean newestFirst, Instant from, Instant to) {
        this.source = source;
        this.id = id;
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
                    .filter(payout -> !seen.contains(id.apply(payout)))
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
        page.stream().filter(each -> madeAt(each).equals(last)).map(id).forEach(seen::add);
    }

    /// A span of time is a span of ids, so it is the id that says when.
    private Instant madeAt(T payout) {
        return Clocks.timeOf(id.apply(payout));
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return items.next();
    }
}
