package dev.sluice.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Short simulations of the service as it is. A long one is `./sluice simulate --steps 1000000`.
class SimulationTest {
    private static final int REPLAYED = 120;
    private static final int RESTS = 2;
    private static final int STEPS = 600;
    private static final int REST_EVERY = 200;

    /// Which of two requests the end of a process hits, the network decides now and then: of three runs, two agree.
    @Test
    void a_seed_goes_the_same_way_again_and_another_one_goes_another() {
        var ways = Stream.generate(() -> traces(3)).limit(3).collect(Collectors.toSet());
        assertThat(ways).hasSizeLessThan(3).allMatch(way -> Set.copyOf(way).size() == RESTS);
        assertThat(ways.stream().flatMap(List::stream)).doesNotContainAnyElementsOf(traces(4));
    }

    /// Which way it had gone by each rest.
    private static List<String> traces(long seed) {
        var heard = new Heard();
        try (var simulation = new Simulation(seed, heard)) {
            assertThat(simulation.run(REPLAYED, REPLAYED / RESTS).trace()).isEqualTo(heard.traces.getLast());
        }
        return heard.traces;
    }

    private static final class Heard implements Simulation.Audience {
        private final List<String> lines = new ArrayList<>();
        private final List<String> traces = new ArrayList<>();

        @Override
        public void step(String line) {
            lines.add(line);
        }

        @Override
        public void rest(long steps, String trace) {
            traces.add(trace);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void nothing_is_found_to_be_wrong(long seed) {
        var heard = new Heard();
        try (var simulation = new Simulation(seed, heard)) {
            var outcome = simulation.run(STEPS, REST_EVERY);
            assertThat(outcome.findings()).isEmpty();
            assertThat(outcome.rests()).isEqualTo(STEPS / REST_EVERY);
            assertThat(outcome.ended()).isGreaterThan(10);
            var tally = outcome.tally();
            assertThat(tally.deepest()).isPositive();
            assertThat(tally.points()).hasSizeGreaterThanOrEqualTo(tally.ends().size());
            assertThat(tally.counts()).containsKey("node: ended while it was held");
            // Where they end is a part of what is hashed.
            assertThat(heard.lines)
                    .anyMatch(line -> line.endsWith(" is a new process: the last one ended while it was held"))
                    .anyMatch(line -> line.contains(" is a new process: the last one ended in POST /"));
        }
    }
}
