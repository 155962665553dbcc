package dev.sluice.resilience.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.resilience.simulate.Tally.Ends;
import dev.sluice.resilience.simulate.Tally.Point;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {
    @Test
    void a_point_is_a_worker_or_a_route_a_request_of_it_and_whether_that_was_done() {
        var tally = new Tally();
        tally.endedAt(new Point("charges", 1, false));
        tally.endedAt(new Point("charges", 1, false));
        tally.endedAt(new Point("charges", 1, true));
        tally.endedAt(new Point("charges", 2, true));
        tally.endedAt(new Point("POST /v1/convert", 1, true));
        assertThat(tally.points()).hasSize(4).containsEntry(new Point("charges", 1, false), 2L);
        assertThat(tally.ends())
                .containsExactly(Map.entry("POST /v1/convert", new Ends(1, 1)), Map.entry("charges", new Ends(4, 3)));
    }

    @Test
    void points_that_two_worlds_met_are_counted_once() {
        var one = new Tally();
        one.endedAt(new Point("charges", 1, false));
        one.reached(7);
        one.count(FaultPlan.CLOCK_MOVED);
        var other = new Tally();
        other.endedAt(new Point("charges", 1, false));
        other.endedAt(new Point("charges", 3, false));
        other.count(FaultPlan.CLOCK_MOVED);
        var both = Tally.of(List.of(one, other));
        assertThat(both.ends()).containsExactly(Map.entry("charges", new Ends(3, 2)));
        assertThat(both.deepest()).isEqualTo(7);
        assertThat(both.counts()).containsExactly(Map.entry(FaultPlan.CLOCK_MOVED, 2L));
    }

    @Test
    void what_real_time_decides_is_not_steady() {
        var tally = new Tally();
        tally.count(FaultPlan.CLOCK_MOVED);
        tally.count(FaultPlan.WEBHOOK_HUNG_UP);
        assertThat(tally.steady()).containsOnlyKeys(FaultPlan.CLOCK_MOVED);
    }
}
