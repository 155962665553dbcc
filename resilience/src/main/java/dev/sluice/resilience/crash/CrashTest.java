package dev.sluice.resilience.crash;

import dev.sluice.resilience.crash.Drill.DrillTimes;
import dev.sluice.resilience.crash.Drill.Report;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.stage.CommandOutput;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Volume;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `./sluice crash-test`.
@Command(
        name = "crash-test",
        description = "Kills, freezes, disconnects and starves real processes under load, and verifies the ledger after"
                + " each fault.",
        mixinStandardHelpOptions = true)
public final class CrashTest implements Callable<Integer> {
    private static final int FOUND = 1;
    private static final int NOT_TRIED = 2;
    private static final Duration A_WHILE = Duration.ofSeconds(10);
    private static final String ROW = "%-20s %9s %8s %7s %7s %8s %8s  %s%n";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--faults", split = ",", description = "Faults to inject, separated by commas; default: all.")
    private List<String> faults = List.of();

    @Option(names = "--list", description = "Lists the faults.")
    private boolean list;

    @Option(
            names = "--seconds",
            description = "Seconds of load before and after each fault (${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int seconds;

    @Option(names = "--seed", description = "Seed of the generated requests; default: random.")
    private @Nullable Long seed;

    private final Map<Invariant, Long> checked = new EnumMap<>(Invariant.class);

    @Override
    public Integer call() throws IOException {
        if (list) {
            Arrays.stream(FaultInjection.values())
                    .forEach(fault -> System.out.printf("%-20s %s%n", fault.word(), fault.description()));
            return 0;
        }
        if (seconds < 1) {
            throw new ParameterException(spec.commandLine(), "--seconds: at least 1");
        }
        var blows = blows();
        long chosen = CommandOutput.seed(seed);
        System.out.printf("seed %d%n", chosen);
        System.out.printf(ROW, "fault", "requests", "unheard", "hits", "again", "outage", "rest", "");
        boolean right = true;
        boolean tried = true;
        var onDisk = blows.stream()
                .filter(fault -> fault == FaultInjection.DISK_FULL)
                .toList();
        var others = blows.stream()
                .filter(fault -> fault != FaultInjection.DISK_FULL)
                .toList();
        if (!others.isEmpty()) {
            try (var volume = Volume.folder()) {
                right = isRight(chosen, volume, others);
            }
        }
        if (!onDisk.isEmpty()) {
            var disk = Volume.disk();
            if (disk.isEmpty()) {
                tried = false;
                System.out.printf("%-20s skipped: mounting a small disk requires root%n", "disk-full");
            } else {
                try (var volume = disk.get()) {
                    right &= isRight(chosen, volume, onDisk);
                }
            }
        }
        CommandOutput.checked(checked);
        if (!right) {
            System.out.println("FAILED");
            return FOUND;
        }
        if (!tried) {
            System.out.println("PASSED in part (some faults skipped): nothing was lost, and nothing was done twice");
            return NOT_TRIED;
        }
        System.out.println("PASSED: nothing was lost, and nothing was done twice");
        return 0;
    }

    private boolean isRight(long chosen, Volume volume, List<FaultInjection> blows) throws IOException {
        var times = new DrillTimes(Duration.ofSeconds(seconds), A_WHILE);
        try (var drill = Drill.open(chosen, times, Node.launched(), volume.dir())) {
            boolean right = true;
            for (int i = 0; i < blows.size() && right; i++) {
                var report = drill.inject(blows.get(i));
                print(report);
                right = CommandOutput.isRight(report.findings()) && report.isPassed();
            }
            drill.checked().forEach((invariant, count) -> checked.merge(invariant, count, Long::sum));
            return right;
        }
    }

    private static void print(Report report) {
        System.out.printf(
                ROW,
                report.fault().word(),
                "%,d".formatted(report.answered()),
                "%,d".formatted(report.unheard()),
                "%,d".formatted(report.hits()),
                "%,d".formatted(report.again()),
                CommandOutput.seconds(report.outage()),
                CommandOutput.seconds(report.rest()),
                verdict(report));
    }

    private static String verdict(Report report) {
        if (report.isPassed()) {
            return "passed";
        }
        if (report.hits() == 0) {
            return "FAILED: the fault had no effect";
        }
        return report.isSoonBack()
                ? "FAILED"
                : "FAILED: an outage of more than " + CommandOutput.seconds(report.outageMax());
    }

    private List<FaultInjection> blows() {
        var blows = new ArrayList<FaultInjection>();
        for (var word : faults) {
            blows.add(Arrays.stream(FaultInjection.values())
                    .filter(fault -> fault.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            "unknown fault '%s'; valid: %s"
                                    .formatted(
                                            word,
                                            Arrays.stream(FaultInjection.values())
                                                    .map(FaultInjection::word)
                                                    .collect(Collectors.joining(", "))))));
        }
        return blows.isEmpty() ? List.of(FaultInjection.values()) : blows;
    }
}
