package dev.sluice.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An HTTP response: status, media type, headers and one of three kinds of body: bytes, a feed of server-sent events,
/// or a [Writing] that streams a body too long to hold in memory.
///
/// @param feed source of server-sent events
/// @param writing writes the body; if it fails, the client sees a truncated body
/// @param cookies values of the `Set-Cookie` headers
public record Answer(
        int status,
        String contentType,
        Map<String, String> headers,
        byte[] body,
        @Nullable Feed feed,
        @Nullable Writing writing,
        List<String> cookies) {
    public static final String JSON = "application/json";
    static final String EVENTS = "text/event-stream";

    public Answer {
        headers = Map.copyOf(headers);
        cookies = List.copyOf(cookies);
    }

    public Answer(int status, String contentType, Map<String, String> headers, byte[] body) {
        this(status, contentType, headers, body, null, null, List.of());
    }

    public Answer(int status, String contentType, byte[] body) {
        this(status, contentType, Map.of(), body);
    }

    /// Returns a response of server-sent events. It ends when the feed is over or the client leaves; the feed is
    /// closed in any case.
    public static Answer feed(Feed feed) {
        return new Answer(200, EVENTS, Map.of("X-Accel-Buffering", "no"), new byte[0], feed, null, List.of());
    }

    /// Returns a response whose body is streamed while it is generated.
    public static Answer written(String contentType, Writing writing) {
        return new Answer(200, contentType, Map.of(), new byte[0], null, writing, List.of());
    }

    /// Streams a body piece by piece.
    @FunctionalInterface
    public interface Writing {
        void to(OutputStream out) throws IOException;

        /// Releases resources. Called after the response, even if the body was written in part or not at all.
        default void close() {}
    }

    /// Returns a copy with another writer of the body.
    public Answer withWriting(Writing other) {
        return new Answer(status, contentType, headers, body, feed, other, cookies);
    }

    /// Returns a copy with another status.
    public Answer withStatus(int other) {
        return new Answer(other, contentType, headers, body, feed, writing, cookies);
    }

    public Answer with(String header, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Answer(status, contentType, all, body, feed, writing, cookies);
    }

    /// Returns a copy with another body of the same media type.
    public Answer withBody(byte[] other) {
        return new Answer(status, contentType, headers, other, feed, writing, cookies);
    }

    /// Returns a copy with one more cookie.
    ///
    /// @param cookie value of the `Set-Cookie` header
    public Answer withCookie(String cookie) {
        var all = new ArrayList<>(cookies);
        all.add(cookie);
        return new Answer(status, contentType, headers, body, feed, writing, all);
    }
}
