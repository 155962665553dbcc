package dev.sluice.bench.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Result of a figure after its rounds.
///
/// @param value distribution over the rounds; null if the figure failed
/// @param perCpuSecond distribution of the value by CPU time, if that has a meaning
/// @param medians medians of each of the rounds' numbers
/// @param notes remarks for the reader
public record Finding(
        String figure,
        String title,
        Goal goal,
        FigureResult result,
        @Nullable Spread value,
        @Nullable Spread perCpuSecond,
        Map<String, Double> medians,
        List<String> notes,
        List<Round> rounds) {

    public Finding {
        medians = new LinkedHashMap<>(medians);
        notes = List.copyOf(notes);
        rounds = List.copyOf(rounds);
    }

    /// Creates a finding with the median of the rounds' values. For a ratio, each round divides neighbouring
    /// measurements, so that the machine's other load cancels out.
    public static Finding of(String figure, String title, Goal goal, List<Round> rounds, List<String> notes) {
        var value = Spread.of(rounds.stream().map(Round::value).toList());
        var byCpu = rounds.stream()
                .map(Round::perCpuSecond)
                .filter(Objects::nonNull)
                .toList();
        boolean isVoid = rounds.stream().anyMatch(round -> !round.faults().isEmpty());
        return new Finding(
                figure,
                title,
                goal,
                isVoid ? FigureResult.VOID : goal.evaluate(value),
                value,
                byCpu.size() == rounds.size() ? Spread.of(byCpu) : null,
                medians(rounds),
                notes,
                rounds);
    }

    /// Returns the finding with its notes only.
    public Finding withoutMedians() {
        return new Finding(figure, title, goal, result, value, perCpuSecond, Map.of(), notes, rounds);
    }

    /// Creates a finding for a failed measurement.
    public static Finding failed(String figure, String title, Goal goal, String reason) {
        return new Finding(figure, title, goal, FigureResult.FAILED, null, null, Map.of(), List.of(reason), List.of());
    }

    /// Creates a finding for a missing prerequisite.
    public static Finding leftOut(String figure, String title, Goal goal, String reason) {
        return new Finding(
                figure, title, goal, FigureResult.LEFT_OUT, null, null, Map.of(), List.of(reason), List.of());
    }

    private static Map<String, Double> medians(List<Round> rounds) {
        var names = new LinkedHashSet<String>();
        rounds.forEach(round -> names.addAll(round.numbers().keySet()));
        var medians = new LinkedHashMap<String, Double>();
        for (var name : names) {
            medians.put(
                    name,
                    Spread.of(rounds.stream()
                                    .map(round -> round.numbers().get(name))
                                    .filter(Objects::nonNull)
                                    .toList())
                            .median());
        }
        return medians;
    }
}
