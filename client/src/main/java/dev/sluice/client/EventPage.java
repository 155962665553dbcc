package dev.sluice.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of events, oldest first. `nextAfter` is the cursor of the next page.
public record EventPage(
        List<WebhookEvent> docs, boolean hasMore, @Nullable String nextAfter) {
    @SuppressWarnings("NullAway") // What the service left out is null, whatever the type says.
    public EventPage {
        docs = docs == null ? List.of() : List.copyOf(docs);
    }
}
