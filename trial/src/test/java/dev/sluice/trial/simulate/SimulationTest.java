package dev.sluice.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Short simulations of the service as it is. A long one is `./sluice simulate --steps 1000000`.
class SimulationTest {
    private static final int REPLAYED = 120;
    private static final int STEPS = 600;
    private static final int REST_EVERY = 200;

    /// Which of two requests the end of a process hits, the network decides now and then: of three runs, two agree.
    @Test
    void a_seed_goes_the_same_way_again_and_another_one_goes_another() {
        var ways = Stream.generate(() -> trace(3)).limit(3).collect(Collectors.toSet());
        assertThat(ways).hasSizeLessThan(3);
        assertThat(ways).doesNotContain(trace(4));
    }

    private static String trace(long seed) {
        try (var simulation = new Simulation(seed, _ -> {})) {
            return simulation.run(REPLAYED, REPLAYED / 2).trace();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void nothing_is_found_to_be_wrong(long seed) {
        try (var simulation = new Simulation(seed, _ -> {})) {
            var outcome = simulation.run(STEPS, REST_EVERY);
            assertThat(outcome.findings()).isEmpty();
            assertThat(outcome.rests()).isEqualTo(STEPS / REST_EVERY);
            assertThat(outcome.ended()).isGreaterThan(10);
            assertThat(outcome.tally().deepest()).isPositive();
        }
    }
}
