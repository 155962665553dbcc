package dev.sluice.bench.load;

import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/// What the generator saw in the measured time. Latencies are in microseconds; in an open loop they count from
/// the moment at which a request should have been sent, so that one that had to wait for its turn is not
/// flattered.
///
/// @param failed answers that are no success, by status; a run with any is void
/// @param cpuSeconds what the generator itself used
/// @param lag from the answer to a payout to the arrival of its webhook, where that was waited for
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
