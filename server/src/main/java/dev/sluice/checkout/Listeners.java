package dev.sluice.checkout;

import dev.sluice.http.Feed;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Who listens to payment pages at this node. Each page has a few places: whoever has its address takes
/// none of those that others need. A page that finds none asks from time to time instead.
final class Listeners {
    /// More than somebody has windows of one payment, and those of which it is not known yet that they were
    /// closed.
    static final int OF_PAGE_MAX = 8;

    private final Map<UUID, Integer> here = new ConcurrentHashMap<>();

    /// The same feed in a place of its page, if there is one.
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

    /// A feed in a place, which it gives up once.
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
