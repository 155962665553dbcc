package dev.sluice.bench.stage;

import java.util.LinkedHashMap;
import java.util.Map;

/// How much of something was done in a measured time, and what it cost.
///
/// @param name of the things, as the report's numbers begin
/// @param more numbers that belong to it
public record Rate(String name, double items, double seconds, Cost cost, Map<String, Double> more) {
    private static final double MICROS_PER_SECOND = 1e6;

    public Rate {
        more = new LinkedHashMap<>(more);
    }

    public double perSecond() {
        return items / seconds;
    }

    /// Not a number where PostgreSQL's CPU time cannot be seen.
    public double perCpuSecond() {
        return items / seconds * cost.seconds() / cost.cpuSeconds();
    }

    /// Everything about it, by names that have their unit last.
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
