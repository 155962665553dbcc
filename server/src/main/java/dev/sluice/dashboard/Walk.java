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

/// A list in the order in which its items were made, each once, whatever is made, or falls out of the list, meanwhile:
/// what is asked for next begins at the instant of the last one, and not at a number of pages that shift. The first
/// page of a span costs the same wherever the span lies, unlike the thousandth page of a list.
///
/// A page is counted with all of its span, so after the first one only as much time is asked about as some pages take
/// at the pace of the last one, and more again where it has less: a list of a million costs a page what a short one
/// does.
///
/// @param <T> an item, such as a payout
public final class Walk<T> implements Iterator<T> {
    /// How many are asked for at once.
    public static final int PAGE = 100;

    /// How much more time is asked about than the last page took, or than the last span where that had too little.
    private static final int WIDER = 4;

    private static final Duration SPAN_MIN = Duration.ofSeconds(1);

    private final Source<T> source;
    private final Identity<T> identity;
    private final boolean newestFirst;

    /// The whole of it.
    private final Stretch all;

    /// What is asked about next: it begins, in the order of the walk, where the last page ended.
    private Stretch stretch;

    private int number = 1;
    private boolean more = true;

    /// Whether the pages of one instant, of which there are several, have given something that was not seen.
    private boolean foundMore;

    /// Those of the instant at which the next page begins: there may be more than a page of them.
    private final Set<String> seen = new HashSet<>();

    private Iterator<T> items = Collections.emptyIterator();

    /// Asks for a page of the items that were made within a span of time, both ends included.
    @FunctionalInterface
    public interface Source<T> {
        List<T> page(Instant from, Instant to, int number);
    }

    private record Stretch(Instant from, Instant to) {}

    /// What an item is known by.
    ///
    /// @param madeAt when it was made, as the spans of the source take it
    public record Identity<T>(Function<T, String> id, Function<T, Instant> madeAt) {}

    public Walk(Source<T> source, Identity<T> identity, boolean newestFirst, Instant from, Instant to) {
        this.source = source;
        this.identity = identity;
        this.newestFirst = newestFirst;
        this.all = new Stretch(from, to);
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
                goOn(page);
            } else if (farEnd(stretch).equals(farEnd(all))) {
                more = false;
            } else {
                goFurther(page);
            }
        }
        return items.hasNext();
    }

    /// Whether a page is the last one with items of the instant at which the span begins.
    private boolean ends(List<T> page) {
        return page.size() < PAGE || !madeAt(page.getLast()).equals(nearEnd());
    }

    /// @param ofInstant whether only those of the instant at which the span begins
    private List<T> unseen(List<T> page, boolean ofInstant) {
        return page.stream()
                .filter(each -> !ofInstant || madeAt(each).equals(nearEnd()))
                .filter(each -> !seen.contains(identity.id().apply(each)))
                .toList();
    }

    /// The pages of one instant once more, until they bring nothing new: where some of their items fell out meanwhile,
    /// others moved up to a page that was read before. What comes after that instant waits until then.
    private void again(List<T> page) {
        remember(page, nearEnd());
        number = 1;
        foundMore = false;
    }

    /// After a full page: from its last item on, at its pace.
    private void goOn(List<T> page) {
        var last = madeAt(page.getLast());
        if (last.equals(nearEnd())) {
            number++;
        } else {
            foundMore = false;
            seen.clear();
            begin(last, Duration.between(madeAt(page.getFirst()), last).abs());
        }
        remember(page, last);
    }

    /// After the last page of a span: on to the next span, which is longer.
    private void goFurther(List<T> page) {
        var end = farEnd(stretch);
        foundMore = false;
        seen.clear();
        begin(end, Duration.between(stretch.from(), stretch.to()));
        remember(page, end);
    }

    /// @param took how long the time was that gave the last items
    private void begin(Instant at, Duration took) {
        var wider = took.multipliedBy(WIDER);
        var length = wider.compareTo(SPAN_MIN) < 0 ? SPAN_MIN : wider;
        boolean isRest = length.compareTo(Duration.between(at, farEnd(all)).abs()) >= 0;
        var end = isRest ? farEnd(all) : newestFirst ? at.minus(length) : at.plus(length);
        stretch = newestFirst ? new Stretch(end, at) : new Stretch(at, end);
        number = 1;
    }

    private void remember(List<T> page, Instant at) {
        page.stream().filter(each -> madeAt(each).equals(at)).map(identity.id()).forEach(seen::add);
    }

    /// Where the walk goes into the span that is asked about.
    private Instant nearEnd() {
        return newestFirst ? stretch.to() : stretch.from();
    }

    /// Where it leaves a span.
    private Instant farEnd(Stretch of) {
        return newestFirst ? of.from() : of.to();
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
