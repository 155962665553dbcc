package dev.sluice.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the command says beside what it finds, which `PlantedBugCase` looks at.
class SimulateTest {
    @TempDir
    Path dir;

    @Test
    void what_an_exception_ended_can_be_replayed() throws Exception {
        var nowhere = dir.resolve("nowhere");
        var simulation = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + nowhere,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.trial.Trial",
                        "simulate",
                        "--seed",
                        "7",
                        "--steps",
                        "30",
                        "--rest-every",
                        "3"))
                .redirectErrorStream(true)
                .start();
        var said = new String(simulation.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(simulation.waitFor()).as(said).isNotZero();
        assertThat(said)
                .contains("Exception")
                .contains("replay it: ./sluice simulate --seed 7 --steps 30 --rest-every 3\n");
    }
}
