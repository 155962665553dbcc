package dev.sluice.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A simulation finds bugs: each of a list of them is planted into the service's source, compiled, and looked for in a
/// process of its own. Half of them are one class and half another, as two run at a time.
abstract class PlantedBugCase {
    private static final Path SOURCES = Path.of("..", "server", "src", "main", "java");
    static final int STEPS = 1_000;
    private static final int REST_EVERY = 90;
    private static final int FOUND = 1;

    @TempDir
    Path classes;

    @ParameterizedTest
    @MethodSource("bugs")
    void a_planted_bug_is_found(Bug bug) throws Exception {
        plant(bug);
        var ran = run(bug.seed());
        assertThat(ran.said()).contains(replay(bug.seed()));
        assertThat(bug.finds()).as(ran.said()).anyMatch(each -> ran.said().contains("WRONG " + each + ":"));
        assertThat(ran.exit()).isEqualTo(FOUND);
    }

    static Stream<Bug> everySecond(int first) {
        return Stream.of(Bug.values()).filter(bug -> bug.ordinal() % 2 == first);
    }

    /// How a simulation says that it is replayed: another number of any of these is another simulation.
    static String replay(long seed) {
        return "replay it: ./sluice simulate --seed %d --steps %d --rest-every %d\n".formatted(seed, STEPS, REST_EVERY);
    }

    record Ran(int exit, String said) {}

    final Ran run(long seed) throws IOException, InterruptedException {
        var log = classes.resolve("log").toFile();
        var simulation = new ProcessBuilder(command(seed))
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            assertThat(simulation.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            simulation.destroyForcibly();
        }
        return new Ran(simulation.exitValue(), Files.readString(log.toPath()));
    }

    final void plant(Bug bug) throws IOException {
        var sources = new LinkedHashSet<String>();
        for (var change : bug.changes()) {
            var source = classes.resolve("source").resolve(change.file());
            var before = Files.exists(source) ? source : SOURCES.resolve(change.file());
            Files.createDirectories(source.getParent());
            Files.writeString(source, change.plant(Files.readString(before)));
            sources.add(source.toString());
        }
        compile(sources);
    }

    private void compile(Set<String> sources) {
        var arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-nowarn",
                "-parameters",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
        arguments.addAll(sources);
        var errors = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(failed).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    private List<String> command(long seed) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.timezone=UTC",
                "-Djava.awt.headless=true",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "dev.sluice.trial.Trial",
                "simulate",
                "--seed",
                String.valueOf(seed),
                "--steps",
                String.valueOf(STEPS),
                "--rest-every",
                String.valueOf(REST_EVERY)));
        return command;
    }
}
