package dev.sluice.bench.stage;

import dev.sluice.db.embedded.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The baseline by `pgbench -N -M prepared`.
final class PgBench implements Baseline {
    private static final Pattern TPS = Pattern.compile("(?m)^tps = ([0-9.]+)");
    private static final Pattern COUNT = Pattern.compile("(?m)^number of transactions actually processed: (\\d+)");
    private static final int LOG_LATENCY = 2;
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    private final Path program;
    private final Cluster cluster;
    private final Children children;
    private final Path dir;

    PgBench(Path program, Cluster cluster, Children children, Path dir) {
        this.program = program;
        this.cluster = cluster;
        this.children = children;
        this.dir = dir;
    }

    /// Finds the program: on the path, or in Debian's directories, the newest version first.
    static Optional<Path> program() {
        var path = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .filter(each -> !each.isEmpty())
                .map(each -> Path.of(each, "pgbench"));
        return Stream.concat(path, debian()).filter(Files::isExecutable).findFirst();
    }

    private static Stream<Path> debian() {
        try (var versions = Files.list(DEBIAN)) {
            return versions
                    .sorted((one, other) -> Integer.compare(major(other), major(one)))
                    .map(version -> version.resolve("bin/pgbench"))
                    .toList()
                    .stream();
        } catch (IOException none) {
            return Stream.empty();
        }
    }

    private static int major(Path version) {
        var digits = version.getFileName().toString().replaceAll("\\D.*$", "");
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    void fill() throws IOException {
        run(List.of("-i", "-q", "-s", Integer.toString(SCALE)));
    }

    @Override
    public String name() {
        try {
            var version = output(new ProcessBuilder(program.toString(), "--version"));
            return "%s, -N -M prepared -c %d -j 2, scale %d".formatted(version.strip(), CLIENTS, SCALE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Run throughput(Duration time) throws IOException {
        var text = run(measuring(CLIENTS, 2, time));
        return new Run((long) number(COUNT, text), number(TPS, text));
    }

    @Override
    public double medianMicros(Duration time) throws IOException {
        var logs = Files.createTempDirectory(dir, "pgbench");
        try {
            var words = new ArrayList<>(measuring(1, 1, time));
            words.addAll(List.of("-l", "--log-prefix=" + logs.resolve("log")));
            run(words);
            return median(logs);
        } finally {
            Trees.delete(logs);
        }
    }

    private static List<String> measuring(int clients, int threads, Duration time) {
        return List.of(
                "-N",
                "-M",
                "prepared",
                "-c",
                Integer.toString(clients),
                "-j",
                Integer.toString(threads),
                "-T",
                Long.toString(Math.max(1, time.toSeconds())));
    }

    /// The log has a line for each transaction, with its time in microseconds.
    private static double median(Path logs) throws IOException {
        var latencies = new ArrayList<Double>();
        try (var files = Files.list(logs)) {
            for (var file : files.toList()) {
                Files.readAllLines(file).forEach(line -> latencies.add(Double.valueOf(line.split(" ")[LOG_LATENCY])));
            }
        }
        if (latencies.isEmpty()) {
            throw new IOException("pgbench logged no transaction");
        }
        latencies.sort(null);
        return latencies.get(latencies.size() / 2);
    }

    private String run(List<String> options) throws IOException {
        var words = new ArrayList<String>();
        words.add(program.toString());
        words.addAll(List.of("-h", cluster.host(), "-p", Integer.toString(cluster.port()), "-U", cluster.user()));
        words.addAll(options);
        words.add(DATABASE);
        var builder = new ProcessBuilder(words).directory(dir.toFile());
        builder.environment().put("PGPASSWORD", cluster.password());
        builder.environment().put("PGSSLMODE", "disable");
        return output(builder);
    }

    private String output(ProcessBuilder builder) throws IOException {
        var process = children.start(builder.redirectErrorStream(true));
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("pgbench failed:\n" + text);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
        return text;
    }

    private static double number(Pattern line, String text) throws IOException {
        var matcher = line.matcher(text);
        if (!matcher.find()) {
            throw new IOException("pgbench did not say what it did:\n" + text);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
