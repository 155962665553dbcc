package dev.sluice.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One round of a figure: everything that was measured in it, what that comes to, and the proof of the books
/// after it.
///
/// @param numbers by names that have their unit last
/// @param value the figure's value in this round
/// @param perCpuSecond the same by CPU time instead of by the clock, where that has a meaning
/// @param proof what the proof of the books said
/// @param faults what is wrong with the books; where there is any, the round is void
public record Round(
        int number,
        Map<String, Double> numbers,
        double value,
        @Nullable Double perCpuSecond,
        String proof,
        List<String> faults) {
    public Round {
        numbers = new LinkedHashMap<>(numbers);
        faults = List.copyOf(faults);
    }

    /// The same round as one of another figure.
    public Round as(double otherValue, Map<String, Double> otherNumbers) {
        return new Round(number, otherNumbers, otherValue, null, proof, faults);
    }
}
