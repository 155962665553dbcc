package dev.sluice.http;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// Builds requests as the server passes them to a route.
final class Requests {
    private Requests() {}

    static Request post(String body) {
        return post(body, Map.of("Content-Type", "application/json"));
    }

    static Request post(String body, Map<String, String> headers) {
        return of(Method.POST, "/", "", body.getBytes(StandardCharsets.UTF_8), headers);
    }

    static Request get(String path, Map<String, String> headers) {
        return of(Method.GET, path, "", new byte[0], headers);
    }

    private static Request of(Method method, String path, String query, byte[] body, Map<String, String> headers) {
        var byName = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        byName.putAll(headers);
        return new Request("r-1", method, path, query, body, "192.0.2.1", Map.of(), byName::get);
    }
}
