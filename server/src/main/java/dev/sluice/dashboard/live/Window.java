package dev.sluice.dashboard.live;

import dev.sluice.http.Feed;
import dev.sluice.http.Json;
import dev.sluice.http.JsonObject;
import dev.sluice.signin.Visitor;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Open window of a user with its pending hints. Hints between two reads are merged, so that a window needs little
/// memory regardless of the number of events.
final class Window implements Feed {
    /// Maximum number of ids per kind; beyond it, the hint has no ids.
    private static final int NAMED_MAX = 50;

    /// Hint that the page should reload everything.
    private static final String ALL = "all";

    /// Name of the last hint, which contains the reason for closing.
    private static final String END = "end";

    private final Visitor visitor;
    private final LiveSubscription subscription;
    private final Instant since;
    private final Runnable left;
    private final Map<Kind, Set<UUID>> hints = new EnumMap<>(Kind.class);
    private final Set<Kind> many = new LinkedHashSet<>();
    private boolean begun;
    private boolean polled;
    private boolean hello;
    private boolean all;
    private @Nullable End end;
    private Runnable news = () -> {};

    /// Reason for closing a window.
    enum End {
        /// Another page was opened in the same tab.
        REPLACED,
        /// The session has ended, or the user has lost a permission.
        OUT
    }

    /// @param since time of the page's request
    /// @param left runs after the window is closed
    Window(Visitor visitor, LiveSubscription subscription, Instant since, Runnable left) {
        this.visitor = visitor;
        this.subscription = subscription;
        this.since = since;
        this.left = left;
    }

    Visitor visitor() {
        return visitor;
    }

    LiveSubscription subscription() {
        return subscription;
    }

    Instant since() {
        return since;
    }

    synchronized boolean hasBegun() {
        return begun;
    }

    /// Starts the delivery of hints. If the window has missed any, it reloads everything once.
    synchronized void begin(boolean missed) {
        begun = true;
        hello = true;
        all = all || missed;
        news.run();
    }

    /// Reports whether the watcher has polled this window's state besides the event feed. Changes between the
    /// page's request and the first poll are unknown.
    synchronized boolean isPolled() {
        return polled;
    }

    synchronized void polled() {
        polled = true;
    }

    /// Adds a hint if the window subscribes to it.
    ///
    /// @param id null if there were many or if the kind has no id
    synchronized void addHint(Kind kind, @Nullable UUID id) {
        if (id == null ? !subscription.wants(kind) : !subscription.wants(kind, id)) {
            return;
        }
        var named = hints.computeIfAbsent(kind, _ -> new LinkedHashSet<>());
        if (id == null || named.size() == NAMED_MAX) {
            many.add(kind);
        } else {
            named.add(id);
        }
        news.run();
    }

    synchronized void end(End reason) {
        end = reason;
        news.run();
    }

    @Override
    public synchronized @Nullable String poll() {
        boolean isQuiet = hints.isEmpty() && !hello && !all;
        if ((isQuiet || !begun) && end == null) {
            return null;
        }
        var told = new JsonObject();
        hints.forEach((kind, ids) -> told.put(
                kind.wire(),
                many.contains(kind)
                        ? List.of()
                        : ids.stream().map(UUID::toString).toList()));
        if (all) {
            told.put(ALL, List.of());
        }
        if (end != null) {
            told.put(END, end.name());
        }
        hints.clear();
        many.clear();
        hello = false;
        all = false;
        return new String(Json.bytes(told), StandardCharsets.UTF_8);
    }

    @Override
    public synchronized void listen(Runnable listener) {
        news = listener;
        listener.run();
    }

    @Override
    public synchronized boolean isOver() {
        return end != null;
    }

    @Override
    public void close() {
        left.run();
    }
}
