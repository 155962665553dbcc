package dev.sluice.cli;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The events that the service keeps, as its feed gives them.
final class Feed {
    /// Interval between two reads at the end of the feed.
    static final Duration GLANCE = Duration.ofMillis(500);

    private static final int LIMIT = 100;

    private final Remote remote;
    private final boolean amountsAsStrings;

    Feed(Remote remote) {
        this(remote, false);
    }

    Feed(Remote remote, boolean amountsAsStrings) {
        this.remote = remote;
        this.amountsAsStrings = amountsAsStrings;
    }

    /// One page of events, the oldest first.
    ///
    /// @param hasMore true if there are more by now
    record Part(List<JsonNode> events, boolean hasMore) {}

    /// The newest event's id; none of a feed without events.
    Optional<String> end() throws IOException, InterruptedException {
        return newest(null, 1).stream().map(Feed::id).findFirst();
    }

    /// The newest events, the oldest of them first.
    List<JsonNode> newest(@Nullable String type, int limit) throws IOException, InterruptedException {
        return read("&sort=-createdAt", null, type, limit).events().reversed();
    }

    /// Returns the next events after a given one, or the first ones.
    Part after(Optional<String> id) throws IOException, InterruptedException {
        return after(id.orElse(null), null, LIMIT);
    }

    Part after(@Nullable String id, @Nullable String type, int limit) throws IOException, InterruptedException {
        return read("", id, type, limit);
    }

    JsonNode event(String id) throws IOException, InterruptedException {
        return get("/v1/event/" + encoded(id));
    }

    static String id(JsonNode event) {
        return event.path("id").asString("");
    }

    /// Waits a moment: the service does not call when there is something new.
    static void pause(Duration moment) throws InterruptedException {
        Thread.sleep(moment);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// The service looks for a type in bounded steps: an answer may have few events though there are more.
    private Part read(String order, @Nullable String after, @Nullable String type, int limit)
            throws IOException, InterruptedException {
        var events = new ArrayList<JsonNode>();
        var place = after;
        boolean hasMore;
        do {
            var data = get("/v1/event?limit=" + (limit - events.size()) + order + parameter("after", place)
                    + parameter("type", type));
            data.path("docs").forEach(events::add);
            place = data.path("nextAfter").asString(place);
            hasMore = data.path("hasMore").asBoolean(false);
        } while (hasMore && events.size() < limit);
        return new Part(events, hasMore);
    }

    private JsonNode get(String target) throws IOException, InterruptedException {
        return amountsAsStrings ? remote.getWithStrings(target) : remote.get(target);
    }

    private static String parameter(String name, @Nullable String value) {
        return value == null ? "" : "&" + name + "=" + encoded(value);
    }
}
