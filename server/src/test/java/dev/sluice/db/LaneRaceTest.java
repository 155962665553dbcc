package dev.sluice.db;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Function;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/// Whatever comes to a lane at the same time is done as if it had come one after the other, on a purse without any
/// lock of its own. Lincheck looks for an order that explains what each caller was told.
class LaneRaceTest {
    private static void explain(Class<?> raced) {
        new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(15)
                .invocationsPerIteration(300)
                .sequentialSpecification(Purse.class)
                .check(raced);
    }

    @Test
    void what_comes_at_the_same_time_is_done_one_after_the_other() {
        explain(Laned.class);
    }

    @Test
    void a_lane_that_let_two_in_would_be_found() {
        assertThatThrownBy(() -> explain(Open.class)).isInstanceOf(LincheckAssertionError.class);
    }

    /// Money, and who wants some of it. It is right as long as one comes after the other.
    public static class Purse {
        private int money;

        public int add(int amount) {
            int before = money;
            Thread.yield();
            money = before + amount;
            return money;
        }

        public boolean spend(int amount) {
            int before = money;
            Thread.yield();
            if (before < amount) {
                return false;
            }
            money = before - amount;
            return true;
        }
    }

    /// A purse at the end of a lane.
    public static class Laned {
        private final Purse purse = new Purse();
        private final Lane<Function<Purse, Object>, Object> lane = new Lane<>("race", _ -> 1, this::commit);

        private List<Object> commit(List<Function<Purse, Object>> batch) {
            return batch.stream().map(each -> each.apply(purse)).toList();
        }

        @Operation
        public int add(@Param(gen = IntGen.class, conf = "1:4") int amount) {
            return (int) Lane.await(lane.enqueue(each -> each.add(amount)));
        }

        @Operation
        public boolean spend(@Param(gen = IntGen.class, conf = "1:4") int amount) {
            return (boolean) Lane.await(lane.enqueue(each -> each.spend(amount)));
        }
    }

    /// A purse that everybody reaches into.
    public static class Open {
        private final Purse purse = new Purse();

        @Operation
        public int add(@Param(gen = IntGen.class, conf = "1:4") int amount) {
            return purse.add(amount);
        }

        @Operation
        public boolean spend(@Param(gen = IntGen.class, conf = "1:4") int amount) {
            return purse.spend(amount);
        }
    }
}
