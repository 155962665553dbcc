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

/// An open window of somebody's: what it has not been told yet, and whether it will be told more. What comes while it
/// is not looked at is told together, so a window takes little however much happens.
final class Window implements Feed {
    /// Of more than so many of a kind, it is only told that there were some.
    private static final int NAMED_MAX = 50;

    /// Everything, as hints write it: the page asks for all that it shows.
    private static final String ALL = "all";

    /// The last hint: why there are no more.
    private static final String END = "end";

    private final Visitor visitor;
    private final Wish wish;
    private final Instant since;
    private final Runnable left;
    private final Map<Kind, Set<UUID>> hints = new EnumMap<>(Kind.class);
    private final Set<Kind> many = new LinkedHashSet<>();
    private boolean begun;
    private boolean glanced;
    private boolean hello;
    private boolean all;
    private @Nullable End end;
    private Runnable news = () -> {};

    /// Why a window is told no more.
    enum End {
        /// Another page of the same tab is there.
        REPLACED,
        /// The session has ended, or the person may no longer what they might.
        OUT
    }

    /// @param since when its page was asked for
    /// @param left what is done once it has gone
    Window(Visitor visitor, Wish wish, Instant since, Runnable left) {
        this.visitor = visitor;
        this.wish = wish;
        this.since = since;
        this.left = left;
    }

    Visitor visitor() {
        return visitor;
    }

    Wish wish() {
        return wish;
    }

    Instant since() {
        return since;
    }

    synchronized boolean hasBegun() {
        return begun;
    }

    /// From now on it is told all that happens: it has missed nothing, or should ask for everything once.
    synchronized void begin(boolean missed) {
        begun = true;
        hello = true;
        all = all || missed;
        news.run();
    }

    /// Whether somebody has looked for it at what is not in the feed of events. What had changed before that, since
    /// its page was asked for, nobody knows.
    synchronized boolean hasGlanced() {
        return glanced;
    }

    synchronized void glanced() {
        glanced = true;
    }

    /// Tells it, if it wants to know.
    ///
    /// @param id nothing where there were many, or where there is none to name
    synchronized void tell(Kind kind, @Nullable UUID id) {
        if (id == null ? !wish.wants(kind) : !wish.wants(kind, id)) {
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

    synchronized void end(End why) {
        end = why;
        news.run();
    }

    @Override
    public synchronized @Nullable String look() {
        boolean isQuiet = hints.isEmpty() && !hello && !all;
        if ((isQuiet || !begun) && end == null) {
            return null;
        }
        var told = new JsonObject();
        hints.forEach((kind, ids) -> told.put(
                kind.word(),
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
