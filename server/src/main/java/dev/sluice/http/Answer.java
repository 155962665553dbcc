package dev.sluice.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One answer: status, media type, headers, and either the body's bytes, a feed that goes on, or what writes a body
/// that is too long to be held.
///
/// @param feed whose reader is told as it happens
/// @param writing writes the body; where it fails, the reader sees that the body broke off
/// @param cookies what the browser is to keep, each as `Set-Cookie` has it
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

    /// Server-sent events, until the feed is over or the reader leaves. It is closed then, whatever came of it.
    public static Answer feed(Feed feed) {
        return new Answer(200, EVENTS, Map.of("X-Accel-Buffering", "no"), new byte[0], feed, null, List.of());
    }

    /// A body that is written as it comes to be.
    public static Answer written(String contentType, Writing writing) {
        return new Answer(200, contentType, Map.of(), new byte[0], null, writing, List.of());
    }

    /// Writes a body, piece by piece.
    @FunctionalInterface
    public interface Writing {
        void to(OutputStream out) throws IOException;

        /// Nobody writes it any more, whatever came of it, or whether it ever began.
        default void close() {}
    }

    /// The same, written by another.
    public Answer withWriting(Writing other) {
        return new Answer(status, contentType, headers, body, feed, other, cookies);
    }

    /// The same with another status.
    public Answer withStatus(int other) {
        return new Answer(other, contentType, headers, body, feed, writing, cookies);
    }

    public Answer with(String header, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Answer(status, contentType, all, body, feed, writing, cookies);
    }

    /// The same with another body of the same kind.
    public Answer withBody(byte[] other) {
        return new Answer(status, contentType, headers, other, feed, writing, cookies);
    }

    /// The same with another cookie.
    ///
    /// @param cookie as `Set-Cookie` has it
    public Answer withCookie(String cookie) {
        var all = new ArrayList<>(cookies);
        all.add(cookie);
        return new Answer(status, contentType, headers, body, feed, writing, all);
    }
}
