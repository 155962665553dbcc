package dev.sluice.resilience.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Mutation test of the simulation: each bug of a list is planted into the service's source, compiled, and has to be
/// found in a separate process. Two test classes share the list, since two run in parallel.
abstract class PlantedBugCase {
    private static final Path SOURCES = Path.of("..", "server", "src", "main", "java");
    static final int STEPS = 1_000;
    private static final int REST_EVERY = 90;
    private static final int FOUND = 1;

    @TempDir
    Path classes;

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("bugs")
    void a_planted_bug_is_found(Bug bug) throws Exception {
        plant(bug);
        var ran = run(bug.seed());
        assertThat(ran.text()).contains(replay(bug.seed()));
        assertThat(bug.finds()).as(ran.text()).anyMatch(each -> ran.text().contains("FAILED " + each + ":"));
        assertThat(ran.exit()).isEqualTo(FOUND);
    }

    static Stream<Bug> everySecond(int first) {
        return Stream.of(Bug.values()).filter(bug -> bug.ordinal() % 2 == first);
    }

    /// Returns the command that replays a simulation; any other parameter changes the simulation.
    static String replay(long seed) {
        return "replay: ./sluice simulate --seed %d --steps %d --rest-every %d\n".formatted(seed, STEPS, REST_EVERY);
    }

    final Forked.Ran run(long seed) throws IOException, InterruptedException {
        return Forked.of(classes, List.of(classes), seed, STEPS, REST_EVERY).ended();
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
}
