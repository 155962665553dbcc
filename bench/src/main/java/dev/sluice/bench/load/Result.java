package dev.sluice.bench.load;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// Statistics of the measured time. Latencies are in microseconds. In an open loop they count from the scheduled time
/// of a request, which avoids coordinated omission.
///
/// @param failed unsuccessful answers by status; any failure voids the run
/// @param cpuSeconds CPU time of the generator itself
/// @param lag webhook lag, if the plan measures it
public record Result(
        double seconds,
        long requests,
        Map<Integer, Long> failed,
        double cpuSeconds,
        Latency latency,
        Optional<Latency> lag) {
    private static final JsonMapper JSON = new JsonMapper();

    public Result {
        failed = Map.copyOf(failed);
    }

    /// Percentiles in microseconds.
    public record Latency(double p50, double p90, double p99, double p999, double max) {}

    public double requestsPerSecond() {
        return requests / seconds;
    }

    public static Result parse(String json) {
        return JSON.readValue(json, Result.class);
    }

    String json() {
        return JSON.writeValueAsString(this);
    }
}
