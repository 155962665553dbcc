package dev.sluice.bench.figure;

import dev.sluice.bench.report.Numbers;
import dev.sluice.bench.stage.Rate;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Result of one round.
///
/// @param perCpuSecond the value by CPU time; null if it has no meaning or is not visible
record Reading(double value, @Nullable Double perCpuSecond, Map<String, Double> numbers) {
    Reading {
        value = Numbers.kept(value);
        perCpuSecond = perCpuSecond == null || perCpuSecond.isNaN() ? null : Numbers.kept(perCpuSecond);
        var finite = new LinkedHashMap<String, Double>();
        numbers.forEach((name, number) -> {
            if (Double.isFinite(number)) {
                finite.put(name, Numbers.kept(number));
            }
        });
        numbers = finite;
    }

    static Reading of(double value, Map<String, Double> numbers) {
        return new Reading(value, null, numbers);
    }

    /// Returns the ratio of two rates, by the clock and by CPU time.
    static Reading ratio(Rate one, Rate other) {
        var numbers = new LinkedHashMap<>(one.numbers());
        numbers.putAll(other.numbers());
        return new Reading(one.perSecond() / other.perSecond(), one.perCpuSecond() / other.perCpuSecond(), numbers);
    }

    Reading with(Map<String, Double> more) {
        var all = new LinkedHashMap<>(numbers);
        all.putAll(more);
        return new Reading(value, perCpuSecond, all);
    }
}
