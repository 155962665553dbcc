package dev.sluice.webhook.feed;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Guard;
import dev.sluice.auth.Scope;
import dev.sluice.client.model.EventTypes;
import dev.sluice.db.Database;
import dev.sluice.event.Events;
import dev.sluice.event.Recorded;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Ids;
import dev.sluice.http.JsonObject;
import dev.sluice.http.Method;
import dev.sluice.http.Page;
import dev.sluice.http.Query;
import dev.sluice.http.Request;
import dev.sluice.http.Route;
import dev.sluice.refusal.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Endpoints under `/v1/event`: past events, to catch up with.
public final class EventRoutes {
    private static final String OLDEST_FIRST = "createdAt";
    private static final String NEWEST_FIRST = "-createdAt";

    private final Database database;
    private final Events events;
    private final Envelope envelope;
    private final Payload payload;

    public EventRoutes(Database database, Events events, Envelope envelope, Payload payload) {
        this.database = database;
        this.events = events;
        this.envelope = envelope;
        this.payload = payload;
    }

    public List<Route> routes(Guard guard) {
        return List.of(
                guard.read(Method.GET, "/v1/event", Scope.READ, this::list),
                guard.read(Method.GET, "/v1/event/{id}", Scope.READ, this::get));
    }

    /// Lists events, the oldest first by default. Events that are committed later come later, so that a client
    /// that continues after the last event misses none. `after` continues in the requested order.
    private Answer list(Caller caller, Request request) {
        var query = request.query();
        int limit = query.integer("limit", Page.LIMIT_DEFAULT, 1, Page.LIMIT_MAX);
        var type = query.oneOf("type", EventTypes.ALL);
        boolean newestFirst = query.oneOf("sort", List.of(OLDEST_FIRST, NEWEST_FIRST))
                .filter(NEWEST_FIRST::equals)
                .isPresent();
        var after = query.text("after");
        var place = after.map(text -> place(caller, query, text))
                .orElseGet(() -> new Events.FeedPosition(caller.organizationId(), newestFirst ? Long.MAX_VALUE : 0));
        query.findings().throwIfAny();
        var found =
                newestFirst ? events.before(database, place, type, limit) : events.after(database, place, type, limit);
        return envelope.ok(
                request,
                "Events retrieved",
                new JsonObject()
                        .put("docs", found.events().stream().map(payload::json).toList())
                        .put("hasMore", found.hasMore())
                        .put(
                                "nextAfter",
                                found.lastSeen()
                                        .map(each -> each.id().toString())
                                        .orElse(after.orElse(null))));
    }

    private Events.FeedPosition place(Caller caller, Query query, String after) {
        return Ids.parse(after)
                .flatMap(id -> found(caller, id))
                .map(each -> new Events.FeedPosition(caller.organizationId(), each.position()))
                .orElseGet(() -> {
                    query.findings().add("after", "UNKNOWN_VALUE", "must be the id of an event");
                    return new Events.FeedPosition(caller.organizationId(), 0);
                });
    }

    private Answer get(Caller caller, Request request) {
        var id = request.id("id", Refusal.EVENT_NOT_FOUND);
        return found(caller, id)
                .map(each -> envelope.ok(request, "Event retrieved", payload.json(each)))
                .orElseThrow(Refusal.EVENT_NOT_FOUND::refused);
    }

    private Optional<Recorded> found(Caller caller, UUID id) {
        return database.inTx(tx -> events.find(tx, caller.organizationId(), id));
    }
}
