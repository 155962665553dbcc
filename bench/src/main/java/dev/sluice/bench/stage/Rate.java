package dev.sluice.bench.stage;

import java.util.LinkedHashMap;
import java.util.Map;

/// Amount of work in a measured time, with its cost.
///
/// @param name name of the items, as the prefix of the report's numbers
/// @param more additional numbers
public record Rate(String name, double items, double seconds, Cost cost, Map<String, Double> more) {
    private static final double MICROS_PER_SECOND = 1e6;

    public Rate {
        more = new LinkedHashMap<>(more);
    }

    public double perSecond() {
        return items / seconds;
    }

    /// Returns NaN if PostgreSQL's CPU time is not visible.
    public double perCpuSecond() {
        return items / seconds * cost.seconds() / cost.cpuSeconds();
    }

    /// Returns all numbers, by names that end with their unit.
    public Map<String, Double> numbers() {
        double done = perSecond() * cost.seconds();
        var numbers = new LinkedHashMap<String, Double>();
        numbers.put(name + "PerSecond", perSecond());
        numbers.put(name + "DatabaseCpuMicros", cost.databaseCpuSeconds() / done * MICROS_PER_SECOND);
        if (cost.serviceCpuSeconds() > 0) {
            numbers.put(name + "ServiceCpuMicros", cost.serviceCpuSeconds() / done * MICROS_PER_SECOND);
        }
        numbers.put(name + "WalBytes", cost.walBytes() / done);
        more.forEach((key, value) -> numbers.put(name + key, value));
        return numbers;
    }
}
