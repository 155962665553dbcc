package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.report.Round;
import dev.sluice.bench.stage.Setting;
import java.util.List;
import java.util.Set;

/// What a figure is.
///
/// @param number what it is called by: a number, or that of another with a letter behind it
/// @param title what is measured, in a few words; of a ratio, what is divided by what
/// @param settings the databases that it is measured on
public record Heading(String number, String title, Goal goal, Set<Setting> settings) {
    Heading(String number, String title, Goal goal, Setting... settings) {
        this(number, title, goal, Set.of(settings));
    }

    Finding found(List<Round> rounds, List<String> notes) {
        return Finding.of(number, title, goal, rounds, notes);
    }

    /// Where what it needs is not there.
    Finding leftOut(String reason) {
        return Finding.leftOut(number, title, goal, reason);
    }

    public Finding failed(String reason) {
        return Finding.failed(number, title, goal, reason);
    }
}
