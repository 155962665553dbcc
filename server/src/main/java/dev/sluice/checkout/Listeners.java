package dev.sluice.checkout;

import dev.sluice.http.Feed;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Limits the event streams per payment page at this node, so that clients of one page cannot use up the streams of
/// others. A page without a stream polls instead.
final class Listeners {
    /// More than the usual number of windows of one payment, including closed ones that are not detected yet.
    static final int OF_PAGE_MAX = 8;

    private final Map<UUID, Integer> here = new ConcurrentHashMap<>();

    /// Returns a feed that occupies a place of its page; empty if all places are taken.
    Optional<Feed> begin(UUID page, Feed feed) {
        if (here.merge(page, 1, Integer::sum) <= OF_PAGE_MAX) {
            return Optional.of(new Placed(page, feed));
        }
        left(page);
        return Optional.empty();
    }

    private void left(UUID page) {
        here.computeIfPresent(page, (_, count) -> count == 1 ? null : count - 1);
    }

    /// A feed in a place, which it releases exactly once.
    private final class Placed implements Feed {
        private final UUID page;
        private final Feed feed;
        private final AtomicBoolean over = new AtomicBoolean();

        private Placed(UUID page, Feed feed) {
            this.page = page;
            this.feed = feed;
        }

        @Override
        public @Nullable String look() {
            return feed.look();
        }

        @Override
        public void listen(Runnable news) {
            feed.listen(news);
        }

        @Override
        public boolean isOver() {
            return feed.isOver();
        }

        @Override
        public void close() {
            if (over.compareAndSet(false, true)) {
                feed.close();
                left(page);
            }
        }
    }
}
