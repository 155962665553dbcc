package dev.sluice.resilience.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Output of the command, apart from its violations, which `PlantedBugCase` tests.
class SimulateTest {
    @TempDir
    Path dir;

    @Test
    void what_an_exception_ended_can_be_replayed() throws Exception {
        var ran = run(dir.resolve("nowhere"), "--seed", "7", "--steps", "30", "--rest-every", "3");
        assertThat(ran.exit()).as(ran.text()).isNotZero();
        assertThat(ran.text())
                .contains("Exception")
                .contains("replay: ./sluice simulate --seed 7 --steps 30 --rest-every 3\n");
    }

    @Test
    void several_worlds_share_the_steps_and_each_can_be_replayed() throws Exception {
        var ran = run(dir, "--seed", "3", "--steps", "61", "--rest-every", "30", "--worlds", "2");
        assertThat(ran.exit()).as(ran.text()).isZero();
        assertThat(ran.text())
                .doesNotContain(" WARN ")
                .containsPattern("seed 3, step 30: trace [0-9a-f]{16}, ")
                .containsPattern("processes killed at [0-9]+ different points, ")
                .containsPattern("PASSED: 61 steps, .* 3 checks, trace [0-9a-f]{16} [0-9a-f]{16}, ")
                .contains("replay: ./sluice simulate --seed 3 --steps 31 --rest-every 30\n")
                .contains("replay: ./sluice simulate --seed 4 --steps 30 --rest-every 30\n");
    }

    private record Ran(int exit, String text) {}

    private static Ran run(Path temporary, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sluice.resilience.Resilience",
                "simulate"));
        command.addAll(List.of(arguments));
        var simulation = new ProcessBuilder(command).redirectErrorStream(true).start();
        var text = new String(simulation.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(simulation.waitFor(), text);
    }
}
