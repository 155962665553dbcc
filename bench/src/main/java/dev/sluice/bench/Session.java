package dev.sluice.bench;

import dev.sluice.bench.figure.Figure;
import dev.sluice.bench.figure.Figures;
import dev.sluice.bench.report.Chart;
import dev.sluice.bench.report.Finding;
import dev.sluice.bench.report.Machine;
import dev.sluice.bench.report.MarkdownReport;
import dev.sluice.bench.report.Report;
import dev.sluice.bench.stage.BenchEnvironment;
import dev.sluice.bench.stage.Setting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A run: measures one figure after the other and updates the report after each.
final class Session {
    private static final List<String> SETTINGS = List.of(
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "wal_sync_method",
            "shared_buffers",
            "min_wal_size",
            "max_wal_size",
            "checkpoint_timeout",
            "autovacuum",
            "autovacuum_vacuum_cost_delay");
    /// Without these settings, an answer of the service does not mean that the data is on disk.
    private static final List<String> DURABLE = List.of("fsync", "synchronous_commit", "full_page_writes");

    private final BenchEnvironment environment;
    private final List<Figure> figures;
    private final Path file;
    private final Instant at = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final String commit = commit();
    private final List<Finding> findings = new ArrayList<>();

    Session(BenchEnvironment environment, List<Figure> figures, Path file) {
        this.environment = environment;
        this.figures = List.copyOf(figures);
        this.file = file;
    }

    Report run() throws Exception {
        for (var figure : figures) {
            figure.prepare(environment);
        }
        var machine = machine();
        for (int i = 0; i < figures.size(); i++) {
            findings.add(measure(figures.get(i)));
            write(report(machine));
            var needed = EnumSet.noneOf(Setting.class);
            figures.subList(i + 1, figures.size())
                    .forEach(figure -> needed.addAll(figure.heading().settings()));
            environment.retire(needed);
        }
        return report(machine);
    }

    /// Measures a figure. A failure does not affect the others, unless the run is being stopped.
    private Finding measure(Figure figure) throws Exception {
        environment
                .progress()
                .say("figure %s: %s"
                        .formatted(figure.heading().number(), figure.heading().title()));
        try {
            return figure.measure(environment);
        } catch (Exception failed) {
            if (environment.isClosing()) {
                throw failed;
            }
            environment
                    .progress()
                    .say("*** FAILED: figure %s: %s ***"
                            .formatted(figure.heading().number(), failed));
            if (failed instanceof RuntimeException) {
                failed.printStackTrace();
            }
            return figure.heading().failed(String.valueOf(failed.getMessage()));
        }
    }

    private Machine machine() throws Exception {
        var settings = settings();
        for (var setting : DURABLE) {
            if (!"on".equals(settings.get(setting))) {
                throw new IllegalArgumentException("PostgreSQL has %s=%s: the benchmark requires durability"
                        .formatted(setting, settings.get(setting)));
            }
        }
        return Machine.here(
                environment.dir(),
                environment.cluster().version(),
                settings,
                environment.baseline().name());
    }

    private Map<String, String> settings() throws Exception {
        var settings = new LinkedHashMap<String, String>();
        for (var name : SETTINGS) {
            settings.put(name, environment.cluster().show("postgres", "SHOW " + name));
        }
        return settings;
    }

    private Report report(Machine machine) {
        return new Report(
                machine,
                at,
                commit,
                environment.settings().quick(),
                environment.settings().rounds(),
                environment.progress().elapsed().toSeconds(),
                findings.stream()
                        .sorted(Comparator.comparingInt(finding -> Figures.place(finding.figure())))
                        .toList());
    }

    private void write(Report report) throws IOException {
        var name = file.getFileName().toString().replaceFirst("\\.json$", "");
        Files.writeString(file, report.json());
        Files.writeString(file.resolveSibling(name + ".svg"), Chart.of(report));
        Files.writeString(file.resolveSibling(name + ".md"), MarkdownReport.of(report, name + ".svg"));
    }

    private static String commit() {
        try {
            var commit = git("rev-parse", "--short", "HEAD");
            return commit.isEmpty()
                    ? "unknown"
                    : commit + (git("status", "--porcelain").isEmpty() ? "" : "+");
        } catch (IOException noGit) {
            return "unknown";
        }
    }

    private static String git(String... words) throws IOException {
        var all = new ArrayList<>(List.of("git", "-C", Bench.root().toString()));
        all.addAll(List.of(words));
        var process = new ProcessBuilder(all)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }
}
