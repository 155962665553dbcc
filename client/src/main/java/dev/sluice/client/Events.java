package dev.sluice.client;

import dev.sluice.client.model.EventQuery;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/// All events, oldest first: for catching up after missed webhooks.
public final class Events {
    private static final String ALL = "/v1/event";
    /// Maximum page size.
    private static final String LIMIT = "100";

    private final Calls calls;

    Events(Calls calls) {
        this.calls = calls;
    }

    public WebhookEvent get(String eventId) {
        return calls.get(WebhookEvent.class, Target.path(ALL + "/", eventId));
    }

    /// Streams the events of a query, up to the newest; pages are fetched as the stream is consumed, a hundred
    /// events at a time unless the query sets a limit. Keep the id of the last event, and continue from there with
    /// [EventQuery#after].
    public Stream<WebhookEvent> list(EventQuery query) {
        return Pages.stream(new Following(query));
    }

    /// Returns one page of events.
    public EventPage page(EventQuery query) {
        return page(query.parameters());
    }

    private EventPage page(Map<String, String> query) {
        return calls.get(EventPage.class, ALL, query);
    }

    /// Goes from page to page by the last event's id.
    private final class Following implements Iterator<WebhookEvent> {
        private final Map<String, String> query;
        private Iterator<WebhookEvent> items = Collections.emptyIterator();
        private boolean more = true;

        private Following(EventQuery query) {
            this.query = new LinkedHashMap<>(query.parameters());
            this.query.putIfAbsent("limit", LIMIT);
        }

        @Override
        public boolean hasNext() {
            while (!items.hasNext() && more) {
                var page = page(query);
                items = page.docs().iterator();
                var after = page.nextAfter();
                more = page.hasMore() && after != null;
                if (after != null) {
                    query.put("after", after);
                }
            }
            return items.hasNext();
        }

        @Override
        public WebhookEvent next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return items.next();
        }
    }
}
