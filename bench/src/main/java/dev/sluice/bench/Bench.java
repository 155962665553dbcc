package dev.sluice.bench;

import dev.sluice.bench.figure.Figures;
import dev.sluice.bench.report.TextReport;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Filling;
import dev.sluice.bench.stage.MeasurementSettings;
import dev.sluice.bench.stage.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `./sluice bench`: measures all figures and writes the report. Progress goes to the standard error stream, the
/// result to the standard output.
@Command(
        name = "sluice bench",
        description = "Benchmark Sluice on this machine against pgbench on the same PostgreSQL.",
        mixinStandardHelpOptions = true,
        subcommands = {Seeding.class, Steps.class})
public final class Bench implements Callable<Integer> {
    private static final String ROOT = "sluice.root";
    private static final long LARGE = 10_000_000;
    private static final long LARGE_QUICK = 200_000;
    /// Fewer than payouts, because the service itself creates them, which is slower than writing rows.
    private static final long DEPOSITS = 100_000;

    private static final int FAILED = 1;

    @Option(names = "--quick", description = "Rough results in a few minutes: figures 1, 3, 5 and 11 to 14.")
    private boolean quick;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds per figure, at least 5 (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private int rounds;

    @Option(
            names = "--figures",
            paramLabel = "N,...",
            split = ",",
            description = "Figures to measure, such as 1,3,7 (default: all).")
    private List<String> figures = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "File or directory of the JSON report; the chart and Markdown are written next to it"
                    + " (default: bench/report.json).")
    private @Nullable Path out;

    @Option(
            names = "--large",
            paramLabel = "N",
            description = "Payouts in the large database (default: 10000000, quick: 200000).")
    private long large;

    @Option(
            names = "--deposits",
            paramLabel = "N",
            description = "Deposits in the large database (default: 100000, or the number of payouts if smaller).")
    private @Nullable Long deposits;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "Working directory (default: a temporary one).")
    private @Nullable Path dataDir;

    @Option(names = "--keep", description = "Keep the large database in --data-dir, and reuse an earlier one.")
    private boolean keep;

    private Bench() {}

    public static void main(String[] arguments) {
        System.setProperty("sluice.log.level", "WARN");
        System.setProperty("sluice.log", "text");
        Locale.setDefault(Locale.ROOT);
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        System.exit(new CommandLine(new Bench())
                .setExecutionExceptionHandler(Bench::explain)
                .execute(arguments));
    }

    /// Returns the checkout that is measured.
    static Path root() {
        return Path.of(System.getProperty(ROOT, "")).toAbsolutePath();
    }

    static Path launcher() {
        return root().resolve("sluice");
    }

    @Override
    public Integer call() throws Exception {
        if (keep && dataDir == null) {
            throw new IllegalArgumentException("--keep requires --data-dir, where the database's key is stored");
        }
        var file = reportFile();
        var progress = new Progress(System.err);
        var settings = quick ? MeasurementSettings.rough() : MeasurementSettings.thorough(rounds);
        var chosen = figures.isEmpty() && quick ? Figures.QUICK : figures;
        var measured = chosen.isEmpty() ? Figures.all() : Figures.of(chosen);
        long payouts = large > 0 ? large : quick ? LARGE_QUICK : LARGE;
        var dir = dataDir == null
                ? Files.createTempDirectory("sluice-bench")
                : Files.createDirectories(dataDir).toRealPath();
        var infrastructure = new BenchEnvironment.Infrastructure(
                launcher(),
                dir,
                dataDir != null,
                System.getenv("SLUICE_DATABASE_URL"),
                RunKey.of(dir),
                new Filling.Amount(payouts, deposits == null ? Math.min(payouts, DEPOSITS) : deposits),
                keep,
                Seeding.FILLING,
                settings);
        try (var environment = BenchEnvironment.set(infrastructure, progress)) {
            return run(new Session(environment, measured, file)) ? 0 : FAILED;
        }
    }

    private static boolean run(Session session) throws Exception {
        var report = session.run();
        System.out.print(TextReport.of(report));
        return report.isValid();
    }

    private Path reportFile() throws IOException {
        var asked = (out == null ? root().resolve("bench") : out).toAbsolutePath();
        var file = Files.isDirectory(asked) ? asked.resolve("report.json") : asked;
        Files.createDirectories(file.getParent());
        return file;
    }

    /// Reports an operator's mistake in one line; any other failure gets a stack trace.
    private static int explain(Exception failed, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        if (failed instanceof IllegalArgumentException || failed instanceof IOException) {
            command.getErr().println("error: " + failed.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        }
        throw failed;
    }
}
