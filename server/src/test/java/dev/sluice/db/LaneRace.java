package dev.sluice.db;

import java.util.List;
import java.util.function.Function;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;

/// Runs concurrent commands on an unsynchronized purse in a separate process. Lincheck searches for a sequential order
/// that explains all results. It rewrites classes for that, and a test's process has too many of them.
public final class LaneRace {
    static final int EXPLAINED = 0;
    static final int UNEXPLAINED = 3;

    static final int SCENARIOS = Integer.getInteger("sluice.races.scenarios", 15);
    private static final int THREADS = 3;
    private static final int COMMANDS = 3;
    private static final int TIMES = 300;

    private LaneRace() {}

    static String told() {
        return "Lane race: " + SCENARIOS + " scenarios of " + THREADS + " threads with " + COMMANDS
                + " commands each, each scenario " + TIMES + " times; -Dsluice.races.scenarios=" + SCENARIOS;
    }

    /// Uses the first lane on the class path.
    public static void main(String[] arguments) {
        try {
            explain(Laned.class);
            System.exit(EXPLAINED);
        } catch (LincheckAssertionError found) {
            System.out.println(found.getMessage());
            System.exit(UNEXPLAINED);
        }
    }

    private static void explain(Class<?> raced) {
        new StressOptions()
                .threads(THREADS)
                .actorsPerThread(COMMANDS)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(SCENARIOS)
                .invocationsPerIteration(TIMES)
                .minimizeFailedScenario(false)
                .sequentialSpecification(Balance.class)
                .check(raced);
    }

    /// A balance that is only correct if commands run one after the other.
    public static class Balance {
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

        /// Fails its batch; run alone, it has no effect.
        public boolean spoil() {
            return false;
        }

        /// Changes the balance and fails; the change must be rolled back.
        private Object spoilt() {
            money += 100;
            throw new IllegalStateException("spoilt");
        }
    }

    /// A purse behind a lane. A batch runs completely or not at all, like a transaction. Some commands fail their
    /// batch, so that its members are run one by one.
    public static class Laned {
        private final Balance balance = new Balance();
        private final Lane<Function<Balance, Object>, Object> lane =
                new Lane<>(Thread.ofVirtual().name("race"), _ -> 1, this::commit);

        private List<Object> commit(List<Function<Balance, Object>> batch) {
            int before = balance.money;
            try {
                return batch.stream().map(each -> each.apply(balance)).toList();
            } catch (IllegalStateException spoilt) {
                balance.money = before;
                throw spoilt;
            }
        }

        @Operation
        public int add(@Param(gen = IntGen.class, conf = "1:4") int amount) {
            return (int) Lane.await(lane.enqueue(each -> each.add(amount)));
        }

        @Operation
        public boolean spend(@Param(gen = IntGen.class, conf = "1:4") int amount) {
            return (boolean) Lane.await(lane.enqueue(each -> each.spend(amount)));
        }

        @Operation
        public boolean spoil() {
            try {
                return (boolean) Lane.await(lane.enqueue(Balance::spoilt));
            } catch (IllegalStateException spoilt) {
                return false;
            }
        }
    }
}
