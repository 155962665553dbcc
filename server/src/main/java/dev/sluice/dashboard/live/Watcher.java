package dev.sluice.dashboard.live;

import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.event.Events.FeedPosition;
import dev.sluice.event.Recorded;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Reader;
import dev.sluice.signin.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/// Polls the changes for all open windows of a node together, in one or two statements, and not at all without
/// windows. It also closes windows of users who have lost their access.
public final class Watcher {
    /// Maximum number of events per organization and poll. Beyond it, the windows only learn that there were many.
    private static final int READ_MAX = 500;

    private static final Duration GLANCE = Duration.ofSeconds(1);
    private static final Duration ACCESS = Duration.ofSeconds(3);
    private static final Duration DESK = Duration.ofSeconds(5);

    /// Maximum delay between the timestamp of an event and its commit.
    private static final Duration COMMITTED_WITHIN = Duration.ofSeconds(5);

    /// Placeholder id for subjects without an organization.
    private static final UUID NOBODY = new UUID(0, 0);

    private final Hub hub;
    private final Database database;
    private final Events events;
    private final Notifications notifications;
    private final Sessions sessions;
    private final Map<Kind, Glance> glances;

    /// Last read position in each organization's event feed.
    private final Map<UUID, Long> read = new HashMap<>();

    /// Last seen states of the polled resources.
    private final Map<Watched, String> stood = new HashMap<>();

    private final Map<UUID, Instant> noticed = new HashMap<>();
    private String happened = "";

    /// Monotonic time, so that polling continues if the system clock is set back.
    private long glancedAt = System.nanoTime() - GLANCE.toNanos();

    private long accessAt = System.nanoTime() - ACCESS.toNanos();
    private long deskAt = System.nanoTime() - DESK.toNanos();

    /// Returns a fingerprint of a resource's state; a different one means a change.
    @FunctionalInterface
    public interface Glance extends BiFunction<UUID, UUID, String> {}

    private record Watched(Kind kind, UUID organizationId, UUID id) {}

    Watcher(
            Hub hub,
            Database database,
            Events events,
            Notifications notifications,
            Sessions sessions,
            Map<Kind, Glance> glances) {
        this.hub = hub;
        this.database = database;
        this.events = events;
        this.notifications = notifications;
        this.sessions = sessions;
        this.glances = Map.copyOf(glances);
    }

    /// Polls once. Always returns false, because the next poll includes everything that happens in the meantime.
    public boolean step() {
        var windows = hub.windows();
        if (windows.isEmpty()) {
            read.clear();
            stood.clear();
            noticed.clear();
            return false;
        }
        long now = System.nanoTime();
        if (now - accessAt >= ACCESS.toNanos()) {
            accessAt = now;
            checkAccess(windows);
        }
        checkEvents(windows);
        if (now - glancedAt >= GLANCE.toNanos()) {
            glancedAt = now;
            checkNotifications(windows);
            checkWatched(windows);
            windows.forEach(Window::polled);
        }
        if (now - deskAt >= DESK.toNanos()) {
            deskAt = now;
            checkTasks(windows);
        }
        return false;
    }

    private void checkAccess(List<Window> windows) {
        var lasting = sessions.valid(windows.stream().map(Window::visitor).toList());
        for (var window : windows) {
            if (!lasting.contains(window.visitor().sessionId())) {
                window.end(Window.End.OUT);
            }
        }
    }

    /// Unread entries of the event feeds.
    private record UnreadEvents(Map<UUID, Long> ends, List<Recorded> news, Map<UUID, Instant> latest) {
        static final UnreadEvents NOTHING = new UnreadEvents(Map.of(), List.of(), Map.of());
    }

    private void checkEvents(List<Window> windows) {
        var byOrganization = windows.stream()
                .filter(window -> window.subscription().topics().stream()
                        .anyMatch(topic -> topic.kind().isOfEvents()))
                .collect(Collectors.groupingBy(window -> window.visitor().organizationId()));
        read.keySet().retainAll(byOrganization.keySet());
        var joined = windows.stream().filter(window -> !window.hasBegun()).toList();
        var unread =
                byOrganization.isEmpty() ? UnreadEvents.NOTHING : find(byOrganization.keySet(), organizations(joined));
        addHints(byOrganization, unread);
        read.putAll(unread.ends());
        for (var window : joined) {
            var latest = unread.latest().get(window.visitor().organizationId());
            window.begin(latest != null && latest.isAfter(window.since().minus(COMMITTED_WITHIN)));
        }
    }

    private UnreadEvents find(Set<UUID> organizations, Set<UUID> joined) {
        return database.inTx(tx -> {
            var last = events.lastPositions(tx, List.copyOf(organizations)).get();
            var behind = new HashMap<FeedPosition, Integer>();
            var ends = new HashMap<UUID, Long>();
            for (var organization : organizations) {
                long end = last.getOrDefault(organization, 0L);
                long from = read.getOrDefault(organization, end);
                ends.put(organization, end);
                if (end > from) {
                    behind.put(new FeedPosition(organization, from), READ_MAX);
                }
            }
            var newest = last.entrySet().stream()
                    .filter(each -> joined.contains(each.getKey()))
                    .map(each -> new FeedPosition(each.getKey(), each.getValue() - 1))
                    .collect(Collectors.toMap(each -> each, _ -> 1));
            var latest = events.headsAfter(tx, newest).stream()
                    .collect(Collectors.toMap(
                            each -> each.event().organizationId(),
                            each -> each.event().createdAt()));
            return new UnreadEvents(ends, events.headsAfter(tx, behind), latest);
        });
    }

    private void addHints(Map<UUID, List<Window>> windows, UnreadEvents unread) {
        var counts = new HashMap<UUID, Integer>();
        for (var recorded : unread.news()) {
            var event = recorded.event();
            var organization = event.organizationId();
            boolean many = counts.merge(organization, 1, Integer::sum) == READ_MAX;
            for (var window : windows.getOrDefault(organization, List.of())) {
                Kind.ofEvent(event.type()).ifPresent(kind -> window.addHint(kind, event.resourceId()));
                if (many) {
                    window.subscription().topics().stream()
                            .map(LiveSubscription.Topic::kind)
                            .filter(Kind::isOfEvents)
                            .forEach(kind -> window.addHint(kind, null));
                }
            }
            unread.ends().merge(organization, recorded.position(), Math::max);
        }
    }

    private void checkNotifications(List<Window> windows) {
        var wanting = windows.stream()
                .filter(window -> window.subscription().wants(Kind.NOTICE))
                .toList();
        var organizations = wanting.stream().map(Watcher::readOf).collect(Collectors.toSet());
        noticed.keySet().retainAll(organizations);
        if (organizations.isEmpty()) {
            return;
        }
        var latest = notifications.latest(List.copyOf(organizations));
        var before = Map.copyOf(noticed);
        noticed.putAll(latest);
        for (var window : wanting) {
            var organization = readOf(window);
            var last = latest.getOrDefault(organization, Instant.EPOCH);
            boolean isNews = window.isPolled()
                    ? !last.equals(before.getOrDefault(organization, Instant.EPOCH))
                    : last.isAfter(window.since().minus(COMMITTED_WITHIN));
            if (isNews) {
                window.addHint(Kind.NOTICE, null);
            }
        }
    }

    /// Returns the organization whose notifications the user reads.
    private static UUID readOf(Window window) {
        return Reader.of(window.visitor().user()).organizationId();
    }

    private void checkWatched(List<Window> windows) {
        var watched = new HashMap<Watched, Set<Window>>();
        for (var window : windows) {
            for (var topic : window.subscription().topics()) {
                var organization = window.visitor().organizationId();
                if (topic.kind().isWatched() || topic.kind().isWhole()) {
                    var id = topic.kind().isWhole() ? organization : Objects.requireNonNull(topic.id());
                    watched.computeIfAbsent(new Watched(topic.kind(), organization, id), _ -> new HashSet<>())
                            .add(window);
                }
            }
        }
        stood.keySet().retainAll(watched.keySet());
        watched.forEach((thing, whose) -> {
            var now = Objects.requireNonNull(glances.get(thing.kind())).apply(thing.organizationId(), thing.id());
            boolean changed = !now.equals(stood.put(thing, now));
            whose.stream()
                    .filter(window -> changed || !window.isPolled())
                    .forEach(window -> window.addHint(thing.kind(), thing.kind().isWhole() ? null : thing.id()));
        });
    }

    private void checkTasks(List<Window> windows) {
        var wanting = windows.stream()
                .filter(window -> window.subscription().wants(Kind.DESK))
                .toList();
        if (wanting.isEmpty()) {
            return;
        }
        long ends = database.read(events::ends).values().stream()
                .mapToLong(each -> each)
                .sum();
        var now = ends + " " + Objects.requireNonNull(glances.get(Kind.DESK)).apply(NOBODY, NOBODY);
        if (!now.equals(happened)) {
            happened = now;
            wanting.forEach(window -> window.addHint(Kind.DESK, null));
        }
    }

    private static Set<UUID> organizations(Collection<Window> windows) {
        return windows.stream().map(window -> window.visitor().organizationId()).collect(Collectors.toSet());
    }
}
