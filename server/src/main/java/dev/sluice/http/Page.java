package dev.sluice.http;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/// One page of a list: its items and the total number of matches.
public record Page<T>(List<T> docs, long total, Request page) {
    public static final int LIMIT_DEFAULT = 10;
    public static final int LIMIT_MAX = 100;
    private static final int PAGE_MAX = 10_000_000;

    public Page {
        docs = List.copyOf(docs);
    }

    /// Returns a page; the items are loaded only if the page is not beyond the end of the list.
    public static <T> Page<T> of(long total, Request page, Supplier<List<T>> docs) {
        return new Page<>(total <= page.offset() ? List.of() : docs.get(), total, page);
    }

    /// Returns the pagination object of the API, with each item rendered.
    public JsonObject json(Function<T, ?> render) {
        long pages = Math.max(1, Math.ceilDiv(total, page.limit()));
        long previousNumber = Math.min(page.number() - 1L, pages);
        boolean previous = previousNumber > 0;
        boolean next = page.number() < pages;
        return new JsonObject()
                .put("docs", docs.stream().map(render).toList())
                .put("offset", page.offset())
                .put("page", page.number())
                .put("limit", page.limit())
                .put("totalPages", pages)
                .put("totalDocs", total)
                .put("pagingCounter", page.offset() + 1)
                .put("hasPrevPage", previous)
                .put("hasNextPage", next)
                .put("prevPage", previous ? previousNumber : null)
                .put("nextPage", next ? page.number() + 1 : null);
    }

    /// Page number, page size and sort order that a client requests.
    public record Request(int limit, int number, Sort sort) {
        public static Request of(Query query, Sort defaultSort) {
            return of(query, defaultSort, Sort.WIRE);
        }

        /// Reads a page request for entities without a time of last change.
        public static Request byCreation(Query query, Sort defaultSort) {
            return of(query, defaultSort, Sort.WIRE_OF_CREATION);
        }

        /// Reads a page request for a list with a single sort order.
        public static Request newestFirst(Query query) {
            return of(query, Sort.CREATED_DESCENDING, List.of(Sort.CREATED_DESCENDING.wire));
        }

        private static Request of(Query query, Sort defaultSort, List<String> sorts) {
            int limit = query.integer("limit", LIMIT_DEFAULT, 1, LIMIT_MAX);
            int number = query.integer("page", 1, 1, PAGE_MAX);
            var sort = query.oneOf("sort", sorts).map(Sort::of).orElse(defaultSort);
            return new Request(limit, number, sort);
        }

        public long offset() {
            return (number - 1L) * limit;
        }
    }

    /// Sort order of a list; ties are ordered by id in the same direction.
    public enum Sort {
        CREATED_ASCENDING("createdAt"),
        CREATED_DESCENDING("-createdAt"),
        UPDATED_ASCENDING("updatedAt"),
        UPDATED_DESCENDING("-updatedAt");

        static final List<String> WIRE_OF_CREATION = List.of("createdAt", "-createdAt");
        static final List<String> WIRE = List.of("createdAt", "-createdAt", "updatedAt", "-updatedAt");

        private final String wire;

        Sort(String wire) {
            this.wire = wire;
        }

        static Sort of(String wire) {
            for (var sort : values()) {
                if (sort.wire.equals(wire)) {
                    return sort;
                }
            }
            throw new IllegalStateException("not a sort: " + wire);
        }
    }
}
