package dev.sluice.bench.chain;

import dev.sluice.bench.stage.Cost;
import dev.sluice.bench.stage.Rate;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// Results of the rail and of the baseline client.
public record Driven(Part rail, Part bare) {
    private static final JsonMapper JSON = new JsonMapper();

    /// Amount of work, time and cost.
    ///
    /// @param serviceCpuSeconds CPU time of the process itself
    /// @param databaseCpuSeconds CPU time of PostgreSQL; NaN if it is not visible
    public record Part(long items, double seconds, double serviceCpuSeconds, double databaseCpuSeconds) {
        public Rate rate(String name) {
            var cost = new Cost(seconds, databaseCpuSeconds, serviceCpuSeconds, Double.NaN, Double.NaN);
            return new Rate(name, items, seconds, cost, Map.of());
        }
    }

    public static Driven parse(String json) {
        return JSON.readValue(json, Driven.class);
    }

    String json() {
        return JSON.writeValueAsString(this);
    }
}
