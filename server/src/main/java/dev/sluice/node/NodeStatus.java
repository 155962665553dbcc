package dev.sluice.node;

import dev.sluice.http.Excerpt;
import dev.sluice.http.Json;
import dev.sluice.rail.RailHealth.Lately;
import dev.sluice.rail.RailHealth.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A node's report on its workers and rails as compact JSON. Nodes of other versions may write more or fewer fields.
record NodeStatus(List<WorkerReport> workers, Map<String, Reading> rails) {
    private static final int FAILURE_LENGTH_MAX = 300;
    private static final String NAME = "n";
    private static final String BEGUN = "b";
    private static final String RAN = "r";
    private static final String FAILED = "f";
    private static final String FAILURE = "w";
    private static final String CALLS = "c";
    private static final String FAILURES = "x";
    private static final String UNDECIDED = "u";
    private static final String CALLS_LATELY = "lc";
    private static final String FAILURES_LATELY = "lx";
    private static final String WORKERS = "workers";
    private static final String RAILS = "rails";

    static byte[] packed(NodeReport report) {
        var rails = new LinkedHashMap<String, Map<String, Object>>();
        report.rails().forEach((name, reading) -> rails.put(name, packed(reading)));
        return Json.bytes(Map.of(
                WORKERS, report.workers().stream().map(NodeStatus::packed).toList(), RAILS, rails));
    }

    static NodeStatus of(byte[] packed) {
        var json = Json.parse(packed);
        var workers = json.path(WORKERS).valueStream().map(NodeStatus::worker).toList();
        var rails = new HashMap<String, Reading>();
        json.path(RAILS).properties().forEach(each -> rails.put(each.getKey(), reading(each.getValue())));
        return new NodeStatus(workers, rails);
    }

    private static Map<String, Object> packed(WorkerReport worker) {
        var packed = new LinkedHashMap<String, Object>();
        packed.put(NAME, worker.name());
        time(packed, BEGUN, worker.begunAt());
        time(packed, RAN, worker.ranAt());
        failure(packed, worker.failedAt(), worker.failure());
        return packed;
    }

    private static Map<String, Object> packed(Reading reading) {
        var packed = new LinkedHashMap<String, Object>();
        packed.put(CALLS, reading.calls());
        packed.put(FAILURES, reading.failures());
        packed.put(UNDECIDED, reading.undecided());
        packed.put(CALLS_LATELY, reading.lately().calls());
        packed.put(FAILURES_LATELY, reading.lately().failures());
        time(packed, RAN, reading.answeredAt());
        failure(packed, reading.failedAt(), reading.failure());
        return packed;
    }

    private static void time(Map<String, Object> packed, String name, @Nullable Instant at) {
        if (at != null) {
            packed.put(name, at.toEpochMilli());
        }
    }

    private static void failure(Map<String, Object> packed, @Nullable Instant at, @Nullable String reason) {
        time(packed, FAILED, at);
        if (reason != null) {
            packed.put(FAILURE, shortened(reason));
        }
    }

    /// Truncates a text. Half of a surrogate pair becomes a question mark, since JSON cannot encode it.
    private static String shortened(String text) {
        return new String(
                Excerpt.of(text, FAILURE_LENGTH_MAX).getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static WorkerReport worker(JsonNode json) {
        return new WorkerReport(
                json.path(NAME).asString(), time(json, BEGUN), time(json, RAN), time(json, FAILED), failure(json));
    }

    private static Reading reading(JsonNode json) {
        return new Reading(
                json.path(CALLS).asLong(0),
                json.path(FAILURES).asLong(0),
                json.path(UNDECIDED).asLong(0),
                time(json, RAN),
                time(json, FAILED),
                failure(json),
                new Lately(
                        json.path(CALLS_LATELY).asLong(0),
                        json.path(FAILURES_LATELY).asLong(0)));
    }

    private static @Nullable Instant time(JsonNode json, String name) {
        return json.hasNonNull(name) ? Instant.ofEpochMilli(json.path(name).asLong()) : null;
    }

    private static @Nullable String failure(JsonNode json) {
        return json.hasNonNull(FAILURE) ? json.path(FAILURE).asString() : null;
    }
}
