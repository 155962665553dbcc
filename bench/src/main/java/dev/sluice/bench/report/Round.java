package dev.sluice.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One round of a figure: its measurements, the value, and the verification of the books.
///
/// @param numbers measurements by names that end with their unit
/// @param value the figure's value in this round
/// @param perCpuSecond the value by CPU time instead of the clock, if that has a meaning
/// @param proof output of the verification
/// @param faults errors in the books; any error voids the round
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

    /// Returns the round with another figure's value.
    public Round as(double otherValue, Map<String, Double> otherNumbers) {
        return new Round(number, otherNumbers, otherValue, null, proof, faults);
    }
}
