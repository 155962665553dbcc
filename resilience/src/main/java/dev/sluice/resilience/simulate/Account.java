package dev.sluice.resilience.simulate;

import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.simulate.Simulation.Outcome;
import dev.sluice.resilience.stage.CommandOutput;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// Printed summary of a simulation, in one world or in several.
record Account(List<Outcome> worlds) {
    Account {
        worlds = List.copyOf(worlds);
    }

    boolean isRight() {
        return worlds.stream().allMatch(Outcome::isRight);
    }

    /// @param took real time of the run
    void print(Duration took) {
        var tally = Tally.of(worlds.stream().map(Outcome::tally).toList());
        System.out.println("faults injected:");
        tally.counts().forEach((fault, count) -> System.out.printf("  %,9d  %s%n", count, fault));
        ends(tally);
        CommandOutput.checked(checked());
        for (var world : worlds) {
            if (!world.isRight()) {
                world.last().forEach(line -> System.out.println("  " + line));
                world.findings().forEach(finding -> System.out.println("FAILED " + finding));
            }
        }
        if (isRight()) {
            System.out.printf(
                    "PASSED: %,d steps, %,d requests, %,d processes killed, %,d checks, trace %s, %d s%n",
                    sum(Outcome::steps),
                    sum(Outcome::requests),
                    sum(Outcome::ended),
                    sum(Outcome::rests),
                    worlds.stream().map(Outcome::trace).collect(Collectors.joining(" ")),
                    took.toSeconds());
        }
    }

    /// Prints the points at which processes ended.
    private static void ends(Tally tally) {
        System.out.printf(
                "processes killed at %,d different points, the deepest at database write %,d of a step:%n",
                tally.points().size(), tally.deepest());
        System.out.println("       ends  points  in");
        tally.ends()
                .forEach((doing, ends) -> System.out.printf("  %,9d  %,6d  %s%n", ends.count(), ends.points(), doing));
    }

    private long sum(ToLongFunction<Outcome> of) {
        return worlds.stream().mapToLong(of).sum();
    }

    private Map<Invariant, Long> checked() {
        var all = new EnumMap<Invariant, Long>(Invariant.class);
        worlds.forEach(world -> world.checked().forEach((invariant, count) -> all.merge(invariant, count, Long::sum)));
        return all;
    }
}
