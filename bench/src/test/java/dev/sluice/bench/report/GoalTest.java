package dev.sluice.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoalTest {
    private static Spread spread(double... values) {
        return Spread.of(Arrays.stream(values).boxed().toList());
    }

    @Test
    void more_than_the_target_reaches_it_and_more_than_the_aim_reaches_that() {
        var goal = Goal.atLeast(0.5, 1);
        assertThat(List.of(goal.evaluate(spread(0.49)), goal.evaluate(spread(0.5)), goal.evaluate(spread(1))))
                .containsExactly(FigureResult.SHORT, FigureResult.TARGET, FigureResult.AIM);
    }

    @Test
    void less_is_better_where_the_goal_says_so() {
        var goal = Goal.atMost(25, 10, "ms");
        assertThat(List.of(goal.evaluate(spread(25.1)), goal.evaluate(spread(25)), goal.evaluate(spread(9))))
                .containsExactly(FigureResult.SHORT, FigureResult.TARGET, FigureResult.AIM);
    }

    @Test
    void a_difference_on_either_side_is_judged_the_same() {
        var goal = Goal.near(1, 0.9);
        assertThat(goal.evaluate(spread(0.89))).isEqualTo(FigureResult.SHORT);
        assertThat(goal.evaluate(spread(1.11))).isEqualTo(FigureResult.SHORT);
        assertThat(goal.evaluate(spread(0.95, 0.96, 0.97))).isEqualTo(FigureResult.TARGET);
        assertThat(goal.evaluate(spread(0.95, 0.99, 1.02))).isEqualTo(FigureResult.AIM);
    }

    @Test
    void merit_counts_in_targets_whatever_the_direction() {
        assertThat(Goal.atLeast(0.5, 1).merit(1)).isEqualTo(2);
        assertThat(Goal.atMost(4, 2, "").merit(8)).isEqualTo(0.5);
        assertThat(Goal.near(1, 0.9).merit(1)).isCloseTo(1.11, within(0.01));
        assertThat(Goal.near(1, 0.9).merit(0.9)).isEqualTo(1);
        assertThat(Goal.none().merit(1)).isNaN();
    }

    @Test
    void goals_are_told_in_words() {
        assertThat(Goal.atLeast(0.5, 1).targetText()).isEqualTo("≥ 0.5");
        assertThat(Goal.atMost(512, 300, "MB").targetText()).isEqualTo("≤ 512 MB");
        assertThat(Goal.near(1, 0.9).targetText()).isEqualTo("0.9–1.1");
        assertThat(Goal.atMost(512, 300, "MB").text(300.012)).isEqualTo("300 MB");
        assertThat(Goal.atLeast(0.5, 1).text(0.4)).isEqualTo("0.40");
    }
}
