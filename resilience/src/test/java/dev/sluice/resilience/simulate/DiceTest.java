package dev.sluice.resilience.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiceTest {
    private static final int TURNS = 300;
    private static final int DRAWS = 300;

    /// Otherwise two nodes could create the same id.
    @Test
    void no_turn_draws_what_another_one_draws() {
        var dice = new Dice(7);
        var drawn = new HashSet<Long>();
        for (int turn = 0; turn < TURNS; turn++) {
            for (int draw = 0; draw < DRAWS; draw++) {
                drawn.add(dice.nextLong());
            }
            dice.turn();
        }
        assertThat(drawn).hasSize(TURNS * DRAWS);
    }

    @Test
    void a_turn_draws_the_same_whatever_the_one_before_it_drew() {
        assertThat(secondTurn(0)).isEqualTo(secondTurn(100));
    }

    private static List<Long> secondTurn(int drawnBefore) {
        var dice = new Dice(7);
        for (int i = 0; i < drawnBefore; i++) {
            dice.nextLong();
        }
        dice.turn();
        var drawn = new ArrayList<Long>();
        for (int i = 0; i < DRAWS; i++) {
            drawn.add(dice.nextLong());
        }
        return drawn;
    }
}
