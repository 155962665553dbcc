package dev.sluice.dashboard;

import dev.sluice.client.model.Page;
import java.util.List;

/// Builds pages of module lists in the format of the API's lists.
public final class Paging {
    private Paging() {}

    /// @param number page number, from 1
    /// @param total number of all items
    public static <T> Page<T> of(List<T> docs, int number, int limit, long total) {
        int pages = (int) Math.max(1, Math.ceilDiv(total, limit));
        int offset = (number - 1) * limit;
        boolean before = number > 1;
        boolean after = number < pages;
        return new Page<>(
                docs,
                offset,
                number,
                limit,
                pages,
                total,
                offset + 1,
                before,
                after,
                before ? number - 1 : null,
                after ? number + 1 : null);
    }
}
