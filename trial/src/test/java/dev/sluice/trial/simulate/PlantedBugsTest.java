package dev.sluice.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A simulation finds bugs: each of a list of them is planted into the service's source, compiled, and looked for in a
/// process of its own.
class PlantedBugsTest {
    private static final Path SOURCES = Path.of("..", "server", "src", "main", "java");
    private static final String SEED = "7";
    private static final String STEPS = "2400";
    private static final String REST_EVERY = "150";
    private static final int FOUND = 1;

    @TempDir
    Path classes;

    @ParameterizedTest
    @EnumSource(Bug.class)
    void a_planted_bug_is_found(Bug bug) throws Exception {
        compile(bug);
        var log = classes.resolve("log").toFile();
        var simulation = new ProcessBuilder(command())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        try {
            assertThat(simulation.waitFor(10, TimeUnit.MINUTES)).isTrue();
        } finally {
            simulation.destroyForcibly();
        }
        var said = Files.readString(log.toPath());
        assertThat(said).contains("replay it: ./sluice simulate --seed " + SEED);
        assertThat(bug.finds()).as(said).anyMatch(invariant -> said.contains("WRONG " + invariant + ":"));
        assertThat(simulation.exitValue()).isEqualTo(FOUND);
    }

    private void compile(Bug bug) throws IOException {
        var source = classes.resolve("source").resolve(bug.file());
        Files.createDirectories(source.getParent());
        Files.writeString(source, bug.plant(Files.readString(SOURCES.resolve(bug.file()))));
        var arguments = List.of(
                "-proc:none",
                "-nowarn",
                "-parameters",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
        var errors = new ByteArrayOutputStream();
        int failed = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(failed).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    private List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.timezone=UTC",
                "-Djava.awt.headless=true",
                "-cp",
                classes + File.pathSeparator + System.getProperty("java.class.path"),
                "dev.sluice.trial.Trial",
                "simulate",
                "--seed",
                SEED,
                "--steps",
                STEPS,
                "--rest-every",
                REST_EVERY));
        return command;
    }
}
