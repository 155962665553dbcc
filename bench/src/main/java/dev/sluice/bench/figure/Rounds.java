package dev.sluice.bench.figure;

import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Round;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.ServiceUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Rounds of a figure. After each round, the books that it wrote are verified; for a large database, where that takes
/// minutes, only after the last round.
final class Rounds {
    private final BenchEnvironment environment;
    private final Heading heading;
    private final List<ServiceUnderTest> written;
    private final List<String> notes = new ArrayList<>();

    private Rounds(BenchEnvironment environment, Figure figure, List<ServiceUnderTest> written) {
        this.environment = environment;
        this.heading = figure.heading();
        this.written = List.copyOf(written);
    }

    /// @param written services whose books are verified
    static Rounds of(BenchEnvironment environment, Figure figure, ServiceUnderTest... written) {
        return new Rounds(environment, figure, List.of(written));
    }

    /// Measures one round.
    @FunctionalInterface
    interface Body {
        Reading measure(int round) throws Exception;
    }

    Rounds note(String note) {
        notes.add(note);
        return this;
    }

    Finding measure(Body body) throws Exception {
        var rounds = new ArrayList<Round>();
        int last = environment.settings().rounds();
        for (int number = 1; number <= last; number++) {
            var reading = body.measure(number);
            var proof = prove(number == last);
            var round = new Round(
                    number, reading.numbers(), reading.value(), reading.perCpuSecond(), proof.text(), proof.faults());
            tell(round, last);
            rounds.add(round);
        }
        return heading.found(rounds, notes);
    }

    private void tell(Round round, int last) {
        environment
                .progress()
                .say("figure %s, round %d of %d: %s (%s)"
                        .formatted(
                                heading.number(),
                                round.number(),
                                last,
                                heading.goal().text(round.value()),
                                round.proof()));
        if (!round.faults().isEmpty()) {
            environment.progress().say("*** VOID: THE LEDGER HAS FAULTS AFTER THIS ROUND ***");
            round.faults().forEach(fault -> environment.progress().say("    %s".formatted(fault)));
        }
    }

    private record Proof(String text, List<String> faults) {}

    private Proof prove(boolean last) {
        if (written.isEmpty()) {
            return new Proof("ledger verified by the process itself", List.of());
        }
        if (!last && written.stream().anyMatch(ServiceUnderTest::isLarge)) {
            return new Proof("ledger verified after the last round", List.of());
        }
        var reports = written.stream().map(ServiceUnderTest::audit).toList();
        var faults = reports.stream().flatMap(each -> each.faults().stream()).toList();
        var payments =
                reports.stream().map(each -> "%,d".formatted(each.payments())).collect(Collectors.joining(" and "));
        return new Proof(
                faults.isEmpty()
                        ? "ledger of " + payments + " payouts is correct"
                        : faults.size() + " faults in the ledger",
                faults);
    }
}
