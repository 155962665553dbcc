package dev.sluice.http;

import java.util.LinkedHashMap;
import java.util.Map;

/// One answer: status, media type, headers and the body's bytes.
public record Answer(int status, String contentType, Map<String, String> headers, byte[] body) {
    public static final String JSON = "application/json";

    public Answer {
        headers = Map.copyOf(headers);
    }

    public Answer(int status, String contentType, byte[] body) {
        this(status, contentType, Map.of(), body);
    }

    public Answer with(String header, String value) {
        var all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Answer(status, contentType, all, body);
    }
}
