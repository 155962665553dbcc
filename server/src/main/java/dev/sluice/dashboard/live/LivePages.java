package dev.sluice.dashboard.live;

import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.DashboardGuard;
import dev.sluice.dashboard.PageContext;
import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.notification.Notifications;
import dev.sluice.refusal.Refused;
import dev.sluice.signin.Sessions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Event feed of open windows. A window beyond the limit polls instead.
public final class LivePages {
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;

    private final DashboardGuard guard;
    private final Clocks clocks;
    private final Hub hub = new Hub();
    private final Watcher watcher;

    /// @param glances functions that return the state of a polled resource, by kind
    public LivePages(
            DashboardGuard guard,
            Database database,
            Clocks clocks,
            Events events,
            Notifications notifications,
            Sessions sessions,
            Map<Kind, Watcher.Glance> glances) {
        this.guard = guard;
        this.clocks = clocks;
        this.watcher = new Watcher(hub, database, events, notifications, sessions, glances);
    }

    public Watcher watcher() {
        return watcher;
    }

    public List<Route> routes() {
        return List.of(guard.personalPage("/dashboard/live", this::listen).asFeed());
    }

    private Answer listen(PageContext context) {
        LiveSubscription subscription;
        try {
            subscription = LiveSubscription.of(context.request().query());
        } catch (Refused refused) {
            var faults = refused.details().stream()
                    .map(detail -> detail.field() + " " + detail.message())
                    .collect(Collectors.joining("\n"));
            return plain(refused.refusal().status(), faults);
        }
        if (!subscription.topics().stream().allMatch(topic -> topic.kind().isFor(context::may))) {
            return plain(FORBIDDEN, context.common().get("forbiddenTitle"));
        }
        var since = clocks.instant().minusMillis(subscription.ageMillis());
        return hub.open(context.visitor(), subscription, since)
                .map(Answer::feed)
                .orElseGet(() -> full(context));
    }

    private static Answer full(PageContext context) {
        return plain(TOO_MANY, context.common().get("liveFull", Hub.OF_PERSON_MAX))
                .with("Retry-After", "30");
    }

    /// Returns plain text, because the calling script only reads the status.
    private static Answer plain(int status, String text) {
        return new Answer(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
}
