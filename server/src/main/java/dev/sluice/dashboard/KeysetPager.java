package dev.sluice.dashboard;

import java.time.Duration;
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

/// Keyset pager: iterates over a list in creation order and returns each item once, even if items are created or drop
/// out in between. The next request begins at the creation time of the last item instead of at a shifting page
/// number. The first page of a time span costs the same for every span, unlike the thousandth page of a list.
///
/// The service counts all items of a span for each page. Therefore, each span after the first page only covers the
/// time of a few pages, estimated from the density of the last one. The span grows if it contains too few items. A
/// page of a list of a million items costs as much as one of a short list.
///
/// @param <T> type of an item, such as a payout
public final class KeysetPager<T> implements Iterator<T> {
    /// Number of items per request.
    public static final int PAGE = 100;

    /// Factor by which the next span exceeds the time that the last page covered, or exceeds the last span if that
    /// was too sparse.
    private static final int WIDER = 4;

    private static final Duration SPAN_MIN = Duration.ofSeconds(1);

    private final Source<T> source;
    private final Identity<T> identity;
    private final boolean newestFirst;

    /// Entire span of the iteration.
    private final Period all;

    /// Span of the next request. It begins, in iteration order, at the end of the last page.
    private Period stretch;

    private int number = 1;
    private boolean more = true;

    /// True if the current pass over the pages of one instant has found an item that was not seen before.
    private boolean foundMore;

    /// Ids of the seen items at the instant where the next page begins: there may be more than a page of them.
    private final Set<String> seen = new HashSet<>();

    private Iterator<T> items = Collections.emptyIterator();

    /// Requests a page of the items that were created within a span, both ends included.
    @FunctionalInterface
    public interface Source<T> {
        List<T> page(Instant from, Instant to, int number);
    }

    private record Period(Instant from, Instant to) {}

    /// Identity of an item.
    ///
    /// @param createdAt returns the creation time, as the spans of the source use it
    public record Identity<T>(Function<T, String> id, Function<T, Instant> createdAt) {}

    public KeysetPager(Source<T> source, Identity<T> identity, boolean newestFirst, Instant from, Instant to) {
        this.source = source;
        this.identity = identity;
        this.newestFirst = newestFirst;
        this.all = new Period(from, to);
        this.stretch = all;
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && more) {
            var page = source.page(stretch.from(), stretch.to(), number);
            boolean leaves = number > 1 && ends(page);
            var unseen = unseen(page, leaves);
            foundMore |= !unseen.isEmpty();
            if (leaves && !foundMore) {
                unseen = unseen(page, false);
            }
            items = unseen.iterator();
            if (leaves && foundMore) {
                again(page);
            } else if (page.size() == PAGE) {
                continueAfter(page);
            } else if (farEnd(stretch).equals(farEnd(all))) {
                more = false;
            } else {
                widen(page);
            }
        }
        return items.hasNext();
    }

    /// Reports whether a page is the last one with items at the start of the span.
    private boolean ends(List<T> page) {
        return page.size() < PAGE || !createdAt(page.getLast()).equals(nearEnd());
    }

    /// @param ofInstant true to return only the items at the start of the span
    private List<T> unseen(List<T> page, boolean ofInstant) {
        return page.stream()
                .filter(each -> !ofInstant || createdAt(each).equals(nearEnd()))
                .filter(each -> !seen.contains(identity.id().apply(each)))
                .toList();
    }

    /// Reads the pages of one instant again until they contain nothing new. If some of its items dropped out in
    /// between, others moved up to a page that was already read. Later instants wait until then.
    private void again(List<T> page) {
        remember(page, nearEnd());
        number = 1;
        foundMore = false;
    }

    /// Continues after a full page: from its last item on, with a span by its density.
    private void continueAfter(List<T> page) {
        var last = createdAt(page.getLast());
        if (last.equals(nearEnd())) {
            number++;
        } else {
            foundMore = false;
            seen.clear();
            begin(last, Duration.between(createdAt(page.getFirst()), last).abs());
        }
        remember(page, last);
    }

    /// Continues after the last page of a span: with the next span, which is longer.
    private void widen(List<T> page) {
        var end = farEnd(stretch);
        foundMore = false;
        seen.clear();
        begin(end, Duration.between(stretch.from(), stretch.to()));
        remember(page, end);
    }

    /// @param took duration that the last items covered
    private void begin(Instant at, Duration took) {
        var wider = took.multipliedBy(WIDER);
        var length = wider.compareTo(SPAN_MIN) < 0 ? SPAN_MIN : wider;
        boolean isRest = length.compareTo(Duration.between(at, farEnd(all)).abs()) >= 0;
        var end = isRest ? farEnd(all) : newestFirst ? at.minus(length) : at.plus(length);
        stretch = newestFirst ? new Period(end, at) : new Period(at, end);
        number = 1;
    }

    private void remember(List<T> page, Instant at) {
        page.stream()
                .filter(each -> createdAt(each).equals(at))
                .map(identity.id())
                .forEach(seen::add);
    }

    /// Returns the end at which the iteration enters the current span.
    private Instant nearEnd() {
        return newestFirst ? stretch.to() : stretch.from();
    }

    /// Returns the end at which the iteration leaves a span.
    private Instant farEnd(Period of) {
        return newestFirst ? of.from() : of.to();
    }

    private Instant createdAt(T item) {
        return identity.createdAt().apply(item);
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return items.next();
    }

    /// Returns the remaining items.
    public Stream<T> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }
}
