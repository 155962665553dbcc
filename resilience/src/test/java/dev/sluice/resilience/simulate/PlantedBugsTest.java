package dev.sluice.resilience.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.proof.Invariant;
import java.util.EnumSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// One half of the bugs, and checks that concern all of them.
class PlantedBugsTest extends PlantedBugCase {
    static Stream<Bug> bugs() {
        return everySecond(0);
    }

    /// Names in seconds each bug whose source has changed, before the simulations take their minutes.
    @ParameterizedTest
    @EnumSource
    void a_bug_fits_the_source(Bug bug) throws Exception {
        plant(bug);
    }

    /// Negative control: the same simulations find nothing in the unchanged service.
    @Tag("slow")
    @ParameterizedTest
    @MethodSource
    void the_same_simulations_of_the_service_as_it_is_find_nothing(long seed) throws Exception {
        var ran = run(seed);
        assertThat(ran.exit()).as(ran.text()).isZero();
        assertThat(ran.text()).contains("PASSED: %,d steps".formatted(STEPS), replay(seed));
    }

    static LongStream the_same_simulations_of_the_service_as_it_is_find_nothing() {
        return Stream.of(Bug.values()).mapToLong(Bug::seed).distinct();
    }

    /// The check after the step finds these; none at rest is necessary.
    @Tag("slow")
    @ParameterizedTest
    @EnumSource(names = {"PAYMENT_PAGE_NOT_KEPT", "PAID_ONCE_MORE_UNDER_ANOTHER_ID"})
    void what_can_be_seen_after_its_own_step_is_missed_then(Bug bug) throws Exception {
        plant(bug);
        var ran = run(bug.seed());
        assertThat(bug.finds()).as(ran.text()).allMatch(each -> ran.text().contains("FAILED " + each + ": "));
        assertThat(ran.text()).doesNotContain(" at rest ");
    }

    /// If a bug may violate either of two invariants, neither is certain. Only bugs with a single one count here.
    @Test
    void every_invariant_has_a_bug_that_it_has_to_find() {
        var broken = EnumSet.noneOf(Invariant.class);
        Stream.of(Bug.values()).filter(bug -> bug.finds().size() == 1).forEach(bug -> broken.addAll(bug.finds()));
        assertThat(broken).containsExactlyInAnyOrder(Invariant.values());
    }
}
