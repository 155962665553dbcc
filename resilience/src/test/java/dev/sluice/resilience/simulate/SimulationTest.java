package dev.sluice.resilience.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Short simulations of the unchanged service. A long one is `./sluice simulate --steps 1000000`.
class SimulationTest {
    private static final int REPLAYED = 400;
    private static final int REPLAYED_REST_EVERY = 100;
    private static final long[] SEEDS = {1, 2};
    private static final int STEPS = 600;
    private static final int REST_EVERY = 200;
    private static final Pattern REST = Pattern.compile("step [0-9]+: trace ([0-9a-f]{16})");

    @TempDir
    Path dir;

    /// The order of threads, PostgreSQL and the network must not affect a simulation.
    @Test
    void a_seed_goes_the_same_way_in_another_process_and_another_one_goes_another() throws Exception {
        var one = Forked.of(dir, List.of(), 3, REPLAYED, REPLAYED_REST_EVERY);
        var same = Forked.of(dir, List.of(), 3, REPLAYED, REPLAYED_REST_EVERY);
        var traces = traces(one.ended());
        assertThat(traces).hasSize(REPLAYED / REPLAYED_REST_EVERY).doesNotHaveDuplicates();
        assertThat(traces(same.ended())).isEqualTo(traces);
        var other = Forked.of(dir, List.of(), 4, REPLAYED_REST_EVERY, REPLAYED_REST_EVERY);
        assertThat(traces(other.ended())).hasSize(1).doesNotContainAnyElementsOf(traces);
    }

    /// Returns the hash at each rest.
    private static List<String> traces(Forked.Ran ran) {
        assertThat(ran.exit()).as(ran.text()).isZero();
        return REST.matcher(ran.text()).results().map(rest -> rest.group(1)).toList();
    }

    private static final class Heard implements Simulation.Audience {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void step(String line) {
            lines.add(line);
        }
    }

    /// Requires that every fault and every kind of request occurs, because one that never does is not tested. If
    /// the simulation changes, other seeds may be necessary.
    @Test
    void nothing_is_found_to_be_wrong_and_everything_is_tried() {
        var injected = EnumSet.noneOf(FaultPlan.class);
        var done = EnumSet.noneOf(RecordedRequest.Kind.class);
        for (long seed : SEEDS) {
            var outcome = run(seed);
            injected.addAll(outcome.tally().counts().keySet());
            done.addAll(outcome.done());
        }
        assertThat(injected)
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(FaultPlan.HELD_IN_VAIN)));
        assertThat(done).containsExactlyInAnyOrder(RecordedRequest.Kind.values());
    }

    private static Simulation.Outcome run(long seed) {
        var heard = new Heard();
        try (var simulation = new Simulation(seed, heard)) {
            var outcome = simulation.run(STEPS, REST_EVERY);
            assertThat(outcome.findings()).isEmpty();
            assertThat(outcome.rests()).isEqualTo(STEPS / REST_EVERY);
            assertThat(outcome.ended()).isGreaterThan(10);
            var tally = outcome.tally();
            assertThat(tally.deepest()).isPositive();
            assertThat(tally.points()).hasSizeGreaterThanOrEqualTo(tally.ends().size());
            assertThat(tally.counts()).containsKey(FaultPlan.ENDED_WHILE_HELD);
            // Crash points are a part of the hash.
            assertThat(heard.lines)
                    .anyMatch(line -> line.endsWith(" is a new process: the last one ended while it was held"))
                    .anyMatch(line -> line.contains(" is a new process: the last one ended in POST /"));
            return outcome;
        }
    }
}
