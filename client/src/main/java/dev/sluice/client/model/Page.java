package dev.sluice.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of a list.
public record Page<T>(
        List<T> docs,
        int offset,
        int page,
        int limit,
        int totalPages,
        long totalDocs,
        int pagingCounter,
        boolean hasPrevPage,
        boolean hasNextPage,
        @Nullable Integer prevPage,
        @Nullable Integer nextPage) {
    public Page {
        docs = Copies.of(docs);
    }
}
