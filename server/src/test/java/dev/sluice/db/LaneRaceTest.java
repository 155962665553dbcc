package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever comes to a lane at the same time is done as if it had come one after the other.
class LaneRaceTest {
    @TempDir
    Path dir;

    @Test
    void what_comes_at_the_same_time_is_done_one_after_the_other() throws Exception {
        assertThat(race(LaneRace.Laned.class)).isEqualTo(LaneRace.EXPLAINED);
    }

    @Test
    void a_lane_that_let_two_in_would_be_found() throws Exception {
        assertThat(race(LaneRace.Open.class)).isEqualTo(LaneRace.UNEXPLAINED);
    }

    private int race(Class<?> raced) throws Exception {
        File said = dir.resolve("said").toFile();
        var race = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LaneRace.class.getName(),
                        raced.getName()))
                .redirectErrorStream(true)
                .redirectOutput(said)
                .start();
        try {
            assertThat(race.waitFor(10, TimeUnit.MINUTES)).isTrue();
            return race.exitValue();
        } finally {
            race.destroyForcibly();
        }
    }
}
