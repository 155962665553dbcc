package dev.sluice.dashboard.live;

import dev.sluice.clock.Clocks;
import dev.sluice.dashboard.Door;
import dev.sluice.dashboard.Visit;
import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.http.Answer;
import dev.sluice.http.Route;
import dev.sluice.notice.Notices;
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

    private final Door door;
    private final Clocks clocks;
    private final Hub hub = new Hub();
    private final Watcher watcher;

    /// @param glances functions that return the state of a polled resource, by kind
    public LivePages(
            Door door,
            Database database,
            Clocks clocks,
            Events events,
            Notices notices,
            Sessions sessions,
            Map<Kind, Watcher.Glance> glances) {
        this.door = door;
        this.clocks = clocks;
        this.watcher = new Watcher(hub, database, events, notices, sessions, glances);
    }

    public Watcher watcher() {
        return watcher;
    }

    public List<Route> routes() {
        return List.of(door.personalPage("/dashboard/live", this::listen).asFeed());
    }

    private Answer listen(Visit visit) {
        Wish wish;
        try {
            wish = Wish.of(visit.request().query());
        } catch (Refused refused) {
            var faults = refused.details().stream()
                    .map(detail -> detail.field() + " " + detail.message())
                    .collect(Collectors.joining("\n"));
            return plain(refused.refusal().status(), faults);
        }
        if (!wish.words().stream().allMatch(word -> word.kind().isFor(visit::may))) {
            return plain(FORBIDDEN, visit.common().get("forbiddenTitle"));
        }
        var since = clocks.instant().minusMillis(wish.ageMillis());
        return hub.open(visit.visitor(), wish, since).map(Answer::feed).orElseGet(() -> full(visit));
    }

    private static Answer full(Visit visit) {
        return plain(TOO_MANY, visit.common().get("liveFull", Hub.OF_PERSON_MAX))
                .with("Retry-After", "30");
    }

    /// Returns plain text, because the calling script only reads the status.
    private static Answer plain(int status, String text) {
        return new Answer(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
}
