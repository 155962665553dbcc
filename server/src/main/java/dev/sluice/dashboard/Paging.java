package dev.sluice.dashboard;

import dev.sluice.client.model.Page;
import java.util.List;

/// Pages of lists that a room gives, as the API's lists have them.
public final class Paging {
    private Paging() {}

    /// @param number of the page, from 1
    /// @param total of all items
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
