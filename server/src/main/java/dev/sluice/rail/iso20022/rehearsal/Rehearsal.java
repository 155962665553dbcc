package dev.sluice.rail.iso20022.rehearsal;

import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.State;
import dev.sluice.rail.iso20022.rehearsal.RehearsalReport.Step;
import dev.sluice.rail.iso20022.rehearsal.RehearsalStep.Result;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Row of a rehearsal.
///
/// @param rename result of the rename; null until it was tried
/// @param end null while it is open
record Rehearsal(
        UUID id,
        String account,
        String profileHash,
        State state,
        Instant startedAt,
        String startedBy,
        @Nullable Rename rename,
        @Nullable End end) {

    /// @param keeps true if the rename has kept the existing file
    record Rename(boolean keeps, Instant at) {}

    /// @param report null if it was abandoned
    record End(Instant at, String by, @Nullable String report) {}

    Rehearsal renamed(Rename tried) {
        return new Rehearsal(id, account, profileHash, state, startedAt, startedBy, tried, end);
    }

    Rehearsal ended(State how, End ending) {
        return new Rehearsal(id, account, profileHash, how, startedAt, startedBy, rename, ending);
    }

    /// Writes steps for the record: one line each, separated by tabs.
    static String written(List<Step> steps) {
        return steps.stream()
                .map(each -> each.step().key() + "\t" + each.result().text() + "\t" + each.evidence() + "\n")
                .collect(Collectors.joining());
    }

    /// Reads the steps of a record.
    static List<Step> read(String report) {
        return report.lines()
                .map(line -> line.split("\t", 3))
                .map(parts -> new Step(RehearsalStep.of(parts[0]), Result.of(parts[1]), parts[2]))
                .toList();
    }
}
