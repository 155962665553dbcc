package dev.sluice.client;

import dev.sluice.client.model.Page;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// A paged list, item by item. Each page is fetched when its first item is requested.
final class Pages<T> implements Iterator<T> {
    private static final String LIMIT_MAX = "100";

    private final Map<String, String> query;
    private final Function<Map<String, String>, Page<T>> fetch;
    private Iterator<T> items = Collections.emptyIterator();
    private int next;
    private boolean more = true;

    private Pages(Map<String, String> query, Function<Map<String, String>, Page<T>> fetch) {
        this.query = new LinkedHashMap<>(query);
        this.query.putIfAbsent("limit", LIMIT_MAX);
        this.next = Integer.parseInt(query.getOrDefault("page", "1"));
        this.fetch = fetch;
    }

    static <T> Stream<T> stream(Map<String, String> query, Function<Map<String, String>, Page<T>> fetch) {
        return stream(new Pages<>(query, fetch));
    }

    /// A stream that takes no more from an iterator than it needs.
    static <T> Stream<T> stream(Iterator<T> items) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(items, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && more) {
            query.put("page", Integer.toString(next++));
            var page = fetch.apply(query);
            items = page.docs().iterator();
            more = page.hasNextPage() && !page.docs().isEmpty();
        }
        return items.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return items.next();
    }
}
