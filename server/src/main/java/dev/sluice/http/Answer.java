package dev.sluice.http;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One answer: status, media type, headers, and either the body's bytes or a feed that goes on.
///
/// @param feed looked at now and again; the reader is told whatever it gives whenever that is something else
public record Answer(
        int status,
        String contentType,
        Map<String, String> headers,
        byte[] body,
        @Nullable Supplier<String> feed) {
    public static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";

    public Answer {
        headers = Map.copyOf(headers);
    }

    public Answer(int status, String contentType, Map<String, String> headers, byte[] body) {
        this(status, contentType, headers, body, null);
    }

    public Answer(int status, String contentType, byte[] body) {
        this(status, contentType, Map.of(), body);
    }

    /// Server-sent events: what is looked at, told at once and whenever it changed, until the reader leaves.
    public static Answer feed(Supplier<String> feed) {
        return new Answer(200, EVENTS, Map.of("X-Accel-Buffering", "no"), new byte[0], feed);
    }

    public Answer with(String header, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Answer(status, contentType, all, body, feed);
    }
}
