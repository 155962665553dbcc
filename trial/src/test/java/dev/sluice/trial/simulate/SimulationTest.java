package dev.sluice.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Short simulations of the service as it is. A long one is `./sluice simulate --steps 1000000`.
class SimulationTest {
    private static final int STEPS = 600;
    private static final int REST_EVERY = 200;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void nothing_is_found_to_be_wrong(long seed) {
        try (var simulation = new Simulation(seed, _ -> {})) {
            var outcome = simulation.run(STEPS, REST_EVERY);
            assertThat(outcome.findings()).isEmpty();
            assertThat(outcome.rests()).isEqualTo(STEPS / REST_EVERY);
            assertThat(outcome.lives()).isGreaterThan(10);
        }
    }
}
