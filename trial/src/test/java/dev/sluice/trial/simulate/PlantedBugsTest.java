package dev.sluice.trial.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trial.proof.Invariant;
import java.util.EnumSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every second bug, and what is to be said of all of them.
class PlantedBugsTest extends PlantedBugCase {
    static Stream<Bug> bugs() {
        return everySecond(0);
    }

    /// What finds the bugs must find nothing where there is none.
    @ParameterizedTest
    @MethodSource
    void the_same_simulations_of_the_service_as_it_is_find_nothing(long seed) throws Exception {
        var ran = run(seed);
        assertThat(ran.exit()).as(ran.said()).isZero();
        assertThat(ran.said()).contains("right: %,d steps".formatted(STEPS), replay(seed));
    }

    static LongStream the_same_simulations_of_the_service_as_it_is_find_nothing() {
        return Stream.of(Bug.values()).mapToLong(Bug::seed).distinct();
    }

    /// It need not wait until everything has come to rest.
    @Test
    void what_was_answered_and_is_lost_is_missed_after_its_own_step() throws Exception {
        plant(Bug.PAYMENT_PAGE_NOT_KEPT);
        var ran = run(Bug.PAYMENT_PAGE_NOT_KEPT.seed());
        assertThat(ran.said())
                .contains("WRONG " + Invariant.NOTHING_ACKNOWLEDGED_IS_LOST + ": page ")
                .doesNotContain(" at rest ");
    }

    /// Of a bug that two may find, either may look in vain: what counts is one that this invariant has to find.
    @Test
    void every_invariant_has_a_bug_that_it_has_to_find() {
        var broken = EnumSet.noneOf(Invariant.class);
        Stream.of(Bug.values()).filter(bug -> bug.finds().size() == 1).forEach(bug -> broken.addAll(bug.finds()));
        assertThat(broken).containsExactlyInAnyOrder(Invariant.values());
    }
}
