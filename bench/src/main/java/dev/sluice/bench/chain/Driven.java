package dev.sluice.bench.chain;

import dev.sluice.bench.stage.Cost;
import dev.sluice.bench.stage.Rate;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// What a process has measured of the rail and of the bare client beside it.
public record Driven(Part rail, Part bare) {
    private static final JsonMapper JSON = new JsonMapper();

    /// How much was done, in which time.
    ///
    /// @param serviceCpuSeconds what the process itself used meanwhile
    /// @param databaseCpuSeconds what PostgreSQL used; not a number where that cannot be seen
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
