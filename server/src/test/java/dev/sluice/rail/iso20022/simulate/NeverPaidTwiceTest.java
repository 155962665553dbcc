package dev.sluice.rail.iso20022.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Two nodes that are killed at each step, against the books of a bank that refuses no duplicate.
/// `-Dseed=7` runs one seed of each step.
class NeverPaidTwiceTest {
    private static final int FEW = 3;
    private static final int MANY = 50;
    private static final Integer SEED = Integer.getInteger("seed");

    private static SimulationSite site;

    @TempDir
    private Path root;

    @BeforeAll
    static void open() {
        site = new SimulationSite();
    }

    @AfterAll
    static void close() {
        site.close();
    }

    @ParameterizedTest
    @EnumSource
    void no_payment_is_made_twice_and_each_ends_or_is_in_doubt(Step step) throws Exception {
        run(step, 1, FEW);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void no_payment_is_made_twice_with_many_seeds(Step step) throws Exception {
        run(step, FEW + 1, MANY);
    }

    private void run(Step step, int from, int until) throws Exception {
        int kills = 0;
        for (int seed = SEED == null ? from : SEED; seed <= (SEED == null ? until : SEED); seed++) {
            var simulation = new Simulation(site, root, step, seed);
            assertThat(simulation.run()).as("%s, -Dseed=%d", step, seed).isEmpty();
            kills += simulation.kills();
        }
        assertThat(kills).as("deaths of nodes at " + step).isPositive();
    }
}
