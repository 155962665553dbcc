package dev.sluice.bench.load;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// Statistics of the webhook receiver.
///
/// @param ports its ports
/// @param messages number of messages, including repeated ones
/// @param distinct number of distinct ids
/// @param bytes total length of the bodies
public record Received(List<Integer> ports, long messages, long distinct, long bytes) {
    private static final JsonMapper JSON = new JsonMapper();

    public Received {
        ports = List.copyOf(ports);
    }

    public static Received parse(String json) {
        return JSON.readValue(json, Received.class);
    }

    String json() {
        return JSON.writeValueAsString(this);
    }
}
