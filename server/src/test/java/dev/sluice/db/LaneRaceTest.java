package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Concurrent commands of a lane have the effect of some sequential order.
@Tag("slow")
class LaneRaceTest {
    private static final Path LANE = Path.of("src/main/java/dev/sluice/db/Lane.java");

    @TempDir
    Path dir;

    /// Bugs to plant into the real lane.
    private enum Bug {
        TWO_COMMITTERS(
                "        this.committer =", "        Thread.ofVirtual().start(this::run);\n        this.committer ="),
        ANSWERS_OF_OTHERS("results.get(i)", "results.get(batch.size() - 1 - i)"),
        REPEATED_ONE_BY_ONE(
                "batch.forEach(waiting -> commit(List.of(waiting)));",
                "batch.forEach(waiting -> commit.apply(List.of(waiting.command())));\n"
                        + "            batch.forEach(waiting -> commit(List.of(waiting)));"),
        LOST_ONE_BY_ONE(
                "batch.forEach(waiting -> commit(List.of(waiting)));",
                "batch.forEach(waiting -> waiting.result().completeExceptionally(failed));");

        private final String right;
        private final String wrong;

        Bug(String right, String wrong) {
            this.right = right;
            this.wrong = wrong;
        }
    }

    @Test
    void what_comes_at_the_same_time_is_done_one_after_the_other() throws Exception {
        assertThat(race(System.getProperty("java.class.path"))).isEqualTo(LaneRace.EXPLAINED);
        System.out.println(LaneRace.told());
    }

    @ParameterizedTest
    @EnumSource
    void a_lane_with_a_bug_is_found(Bug bug) throws Exception {
        var lane = Files.readString(LANE);
        assertThat(lane).as("the bug no longer fits").containsOnlyOnce(bug.right);
        var source = Files.writeString(dir.resolve("Lane.java"), lane.replace(bug.right, bug.wrong));
        var path = System.getProperty("java.class.path");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-nowarn", "-cp", path, "-d", dir.toString(), source.toString());
        assertThat(compiled).isZero();
        assertThat(race(dir + File.pathSeparator + path)).isEqualTo(LaneRace.UNEXPLAINED);
    }

    private int race(String path) throws Exception {
        File output = dir.resolve("said").toFile();
        var race = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx512m",
                        "-Dsluice.races.scenarios=" + LaneRace.SCENARIOS,
                        "-cp",
                        path,
                        LaneRace.class.getName()))
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(race.waitFor(10, TimeUnit.MINUTES)).isTrue();
            return race.exitValue();
        } finally {
            race.destroyForcibly();
        }
    }
}
