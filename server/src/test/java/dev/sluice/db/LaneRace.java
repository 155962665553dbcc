package dev.sluice.db;

import java.util.List;
import java.util.function.Function;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;

/// Races something on a purse without any lock of its own, in a process of its own: Lincheck looks for an order that
/// explains what each caller was told, and to do so it rewrites classes, of which a test's process has too many.
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

    /// The lane is the one that the class path has first.
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
                .sequentialSpecification(Purse.class)
                .check(raced);
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

        /// Done alone, it comes to nothing.
        public boolean spoil() {
            return false;
        }

        /// Changes something and fails: what it changed is not to be seen.
        private Object spoilt() {
            money += 100;
            throw new IllegalStateException("spoilt");
        }
    }

    /// A purse at the end of a lane. A batch is done as a whole or not at all, as a transaction is, and some commands
    /// spoil theirs, so that its members are done one by one.
    public static class Laned {
        private final Purse purse = new Purse();
        private final Lane<Function<Purse, Object>, Object> lane =
                new Lane<>(Thread.ofVirtual().name("race"), _ -> 1, this::commit);

        private List<Object> commit(List<Function<Purse, Object>> batch) {
            int before = purse.money;
            try {
                return batch.stream().map(each -> each.apply(purse)).toList();
            } catch (IllegalStateException spoilt) {
                purse.money = before;
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
                return (boolean) Lane.await(lane.enqueue(Purse::spoilt));
            } catch (IllegalStateException spoilt) {
                return false;
            }
        }
    }
}
