package dev.sluice.bench.load;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/// What has arrived at the generator's receiver.
///
/// @param ports where it listens
/// @param messages all, also those that came twice
/// @param distinct those of different ids
/// @param bytes of the messages' bodies
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
