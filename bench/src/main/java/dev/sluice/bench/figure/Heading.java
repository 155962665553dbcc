package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Goal;
import dev.sluice.bench.report.Round;
import dev.sluice.bench.stage.Setting;
import java.util.List;
import java.util.Set;

/// Description of a figure.
///
/// @param number its number, or that of a related figure with a letter
/// @param title short title; for a ratio, both parts
/// @param settings databases that it uses
public record Heading(String number, String title, Goal goal, Set<Setting> settings) {
    Heading(String number, String title, Goal goal, Setting... settings) {
        this(number, title, goal, Set.of(settings));
    }

    Finding found(List<Round> rounds, List<String> notes) {
        return Finding.of(number, title, goal, rounds, notes);
    }

    /// Returns a finding for a missing prerequisite.
    Finding leftOut(String reason) {
        return Finding.leftOut(number, title, goal, reason);
    }

    public Finding failed(String reason) {
        return Finding.failed(number, title, goal, reason);
    }
}
