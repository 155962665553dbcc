package dev.sluice.dashboard.live;

import dev.sluice.signin.Visitor;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// Open windows of this node.
final class Hub {
    /// Limit that leaves capacity for the event feeds of payment pages.
    static final int WINDOWS_MAX = 1_000;

    /// Limit per user. An HTTP/1.1 browser has six connections per host: two remain for other requests.
    static final int OF_PERSON_MAX = 4;

    private final Map<Key, Window> open = new HashMap<>();

    private record Key(UUID userId, String window) {}

    /// Opens a window; empty if a limit is reached. It replaces the previous page of the same tab.
    synchronized Optional<Window> open(Visitor visitor, LiveSubscription subscription, Instant since) {
        var key = new Key(visitor.user().id(), subscription.window());
        var before = open.remove(key);
        if (before != null) {
            before.end(Window.End.REPLACED);
        }
        long own = open.keySet().stream()
                .filter(each -> each.userId().equals(key.userId()))
                .count();
        if (own >= OF_PERSON_MAX || open.size() >= WINDOWS_MAX) {
            return Optional.empty();
        }
        var place = new Window[1];
        place[0] = new Window(visitor, subscription, since, () -> leave(key, place[0]));
        open.put(key, place[0]);
        return Optional.of(place[0]);
    }

    private synchronized void leave(Key key, Window window) {
        open.remove(key, window);
    }

    synchronized List<Window> windows() {
        return List.copyOf(open.values());
    }
}
