package dev.sluice.resilience.simulate;

import dev.sluice.merchant.Organization;
import dev.sluice.resilience.proof.Chance;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proof.Listener;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// A sequence of random steps: an action in the world, a worker step of one of two nodes, or the passage of time.
/// Each may end with a crash of the node. From time to time, the simulation comes to rest and verifies everything.
final class Simulation implements AutoCloseable {
    private static final int MERCHANTS = 2;
    private static final int NODES = 2;
    private static final int HELD_PERCENT = 5;
    /// Share of suspended nodes that crash, and share of those in which the other node crashes, too.
    private static final int ENDS_HELD_PERCENT = 25;

    private static final int BOTH_END_PERCENT = 40;
    /// Share of rests with a crash, in one of the first rounds, usually within this many requests of the round.
    private static final int ENDS_AT_REST_PERCENT = 40;

    private static final int ENDING_ROUNDS = 4;
    private static final int ROUND_DEPTH = 16;
    /// All books are verified whenever they have grown by this fraction, so that the run time stays linear in the
    /// number of steps.
    private static final int WHOLE_PART = 8;

    /// Interval of clean-ups, so short that few dead rows accumulate.
    private static final int TIDIED_EVERY = 2_000;

    private static final int LAST_KEPT = 40;
    private static final int BUSY_MAX = 40;
    private static final int ROUNDS_TO_REST_MAX = 60;
    /// Usual number of writing requests in a step before a crash; it can be more.
    private static final int USUAL_DEPTH = 4;
    /// Passage of time in a round of a rest: short at first, so that work that is late by minutes runs in order.
    private static final Duration AT_REST = Duration.ofMinutes(10);

    private static final int SHORT_ROUNDS = 8;
    private static final Duration AT_REST_LONG = Duration.ofHours(4);
    /// Longer than any back-off between two webhook attempts.
    private static final Duration LONGEST_WAIT = Duration.ofHours(27);
    /// Limit in real time.
    private static final Duration DELIVERED_WITHIN = Duration.ofSeconds(30);
    private static final Duration A_MOMENT = Duration.ofMillis(1);
    /// Workers that move money or report it.
    private static final List<String> BUSY = List.of(
            "disbursement-1",
            "disbursement-reports",
            "deposit-payments",
            "deposit-expiry",
            "receipts",
            "notices of sandbox",
            "notices of sandbox-chain",
            Life.DISPATCHER);

    /// Workers that are suspended, and that the other node runs in between.
    private static final List<String> HELD =
            List.of("disbursement-1", "disbursement-reports", "deposit-payments", "deposit-expiry");

    private final TempPostgres postgres;
    private final World world;
    private final Chance chance;
    private final Programs programs;
    private final ServerBehaviour moods;
    private final Model model = new Model();
    private final RateChecker rateChecker;
    private final Listener listener;
    private final ScenarioGenerator scenario;
    private final InvariantChecker invariantChecker;
    private final ResponseChecker responseChecker;
    private final List<Organization> merchants = new ArrayList<>();
    private final ArrayDeque<String> last = new ArrayDeque<>();
    private final Trace trace = new Trace();
    private final Audience audience;
    private final List<Life> nodes = new ArrayList<>();
    private final WorkerRunner foreman;
    private final ProcessReaper reaper = new ProcessReaper();
    private long steps;
    private int ended;
    private int rests;
    private long wholeAt;
    private long tidiedAt;
    private int restedAt;

    /// @param audience receives every step
    Simulation(long seed, Audience audience) {
        this.postgres = TempPostgres.open();
        this.world = World.of(seed);
        this.chance = Chance.of(seed);
        this.moods = new ServerBehaviour(seed, world);
        this.listener = new Listener(world.clock(), world.findings(), moods);
        this.audience = audience;
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Life(postgres, world));
        }
        this.foreman = new WorkerRunner(world, nodes);
        var market = new Market(postgres.database(), world.clock(), foreman::takePrices);
        this.programs = new Programs(world, market);
        this.rateChecker = new RateChecker(world, market, programs, model);
        var settler = new Settler(world, postgres.database(), nodes.getFirst(), listener, model);
        for (int i = 1; i <= MERCHANTS; i++) {
            merchants.add(settler.settle("Merchant " + i));
        }
        this.scenario = new ScenarioGenerator(world, foreman, market, programs, merchants, chance);
        this.invariantChecker = new InvariantChecker(world.findings(), postgres.database(), programs, trace, merchants);
        this.responseChecker = new ResponseChecker(
                world, postgres, model, rateChecker, programs, listener, invariantChecker, merchants);
    }

    /// Receives the steps.
    @FunctionalInterface
    interface Audience {
        void step(String line);

        /// Called when everything is at rest without violations.
        ///
        /// @param trace hash of all events so far: equal for two runs of a seed as long as they are identical
        default void rest(long steps, String trace) {}
    }

    /// Result of a simulation.
    ///
    /// @param ended number of ended processes
    /// @param done kinds with completed requests
    record Outcome(
            long steps,
            int ended,
            int rests,
            int requests,
            Set<RecordedRequest.Kind> done,
            String trace,
            List<Findings.Finding> findings,
            Map<Invariant, Long> checked,
            Tally tally,
            List<String> last) {
        boolean isRight() {
            return findings.isEmpty();
        }
    }

    /// Runs this many steps, or fewer after a violation.
    Outcome run(long count, int stepsBetweenRests) {
        while (steps < count && world.findings().isEmpty()) {
            steps++;
            step();
            invariantChecker.look();
            if (world.findings().isEmpty() && (steps % stepsBetweenRests == 0 || steps == count)) {
                rest(count);
            }
        }
        return new Outcome(
                steps,
                ended,
                rests,
                programs.all().size(),
                programs.kindsDone(),
                trace.soFar(),
                world.findings().all(),
                world.findings().checked(),
                world.tally(),
                List.copyOf(last));
    }

    private void step() {
        world.dice().turn();
        int node = chance.between(0, NODES - 1);
        var life = nodes.get(node);
        if (chance.percent(HELD_PERCENT)) {
            held(node);
            return;
        }
        boolean ends = chance.percent(4);
        if (ends) {
            life.endAfter(chance.deep(USUAL_DEPTH), chance.percent(50));
        }
        int roll = chance.between(1, 100);
        String what;
        if (roll <= 45) {
            what = scenario.next(life);
        } else if (roll <= 88) {
            what = foreman.work(life, worker(life));
        } else {
            var by = time();
            foreman.keepUp();
            world.clock().advance(by);
            world.tally().count(FaultPlan.CLOCK_MOVED);
            what = by + " pass";
        }
        note("node " + node + ": " + what);
        if (ends) {
            begin(node);
        }
    }

    /// Suspends one node between two of its transactions. Meanwhile, time passes, usually more than a lease, and
    /// the other node runs some steps, usually of the same worker. Sometimes the suspended node never resumes, and
    /// sometimes the other one crashes, too.
    private void held(int node) {
        var life = nodes.get(node);
        int beside = (node + 1) % NODES;
        var other = nodes.get(beside);
        var hold = life.hold(chance.between(1, 3));
        var name = chance.of(HELD);
        boolean asks = chance.percent(30);
        var doing = CompletableFuture.supplyAsync(
                () -> asks ? scenario.send(life) : foreman.work(life, name), Thread.ofVirtual()::start);
        CompletableFuture.anyOf(hold.reached(), doing).join();
        var meanwhile = new ArrayList<String>();
        boolean ends = false;
        boolean both = false;
        if (!doing.isDone()) {
            world.tally().count(FaultPlan.HELD);
            ends = chance.percent(ENDS_HELD_PERCENT);
            both = ends && chance.percent(BOTH_END_PERCENT);
            if (both) {
                other.endAfter(chance.deep(USUAL_DEPTH), chance.percent(50));
            }
            world.clock().advance(Duration.ofSeconds(chance.between(1, 90)));
            for (int i = chance.between(1, 4); i > 0 && !other.isDead(); i--) {
                world.dice().turn();
                meanwhile.add(
                        chance.percent(30)
                                ? scenario.next(other)
                                : foreman.work(other, chance.percent(50) ? name : chance.of(HELD)));
            }
        }
        if (ends) {
            world.tally().count(both ? FaultPlan.BOTH_ENDED : FaultPlan.ENDED_WHILE_HELD);
            life.endNow("while it was held");
        }
        if (!hold.release()) {
            world.tally().count(FaultPlan.HELD_IN_VAIN);
        }
        var done = doing.join();
        note("node " + node + ": " + done + (meanwhile.isEmpty() ? "" : ", and while it was held " + meanwhile));
        if (ends) {
            begin(node);
        }
        if (both) {
            begin(beside);
        }
    }

    private Duration time() {
        return switch (chance.between(1, 4)) {
            case 1 -> Duration.ofMillis(chance.between(1, 900));
            case 2 -> Duration.ofSeconds(chance.between(1, 120));
            case 3 -> Duration.ofMinutes(chance.between(1, 20));
            default -> Duration.ofMinutes(chance.between(20, 70));
        };
    }

    /// Picks a worker, usually one with likely work, sometimes any.
    private String worker(Life life) {
        return chance.percent(80)
                ? chance.of(BUSY)
                : chance.of(List.copyOf(life.steps().keySet()));
    }

    /// Starts a new process that continues the work of the old one. Reseeds the random source, since real time
    /// decides the old one's draws during its clean-up.
    private void begin(int node) {
        var gone = nodes.get(node);
        reaper.of(gone);
        world.dice().turn();
        world.clock().advance(Duration.ofMillis(chance.between(1, 40_000)));
        nodes.set(node, new Life(postgres, world));
        ended++;
        note("node " + node + " is a new process: the last one ended " + gone.end());
    }

    /// Comes to rest: no faults except an occasional crash; all requests are retried, all workers run, and time
    /// passes. Its amount depends neither on chance nor on real time.
    private void rest(long count) {
        world.banks().forEach(Bank::calmDown);
        moods.calmDown();
        int ending = chance.percent(ENDS_AT_REST_PERCENT) ? chance.between(0, ENDING_ROUNDS - 1) : ROUNDS_TO_REST_MAX;
        int quiet = 0;
        for (int round = 0;
                round < ROUNDS_TO_REST_MAX && quiet < 2 && world.findings().isEmpty();
                round++) {
            int node = round % NODES;
            if (round == ending) {
                world.tally().count(FaultPlan.ENDED_AT_REST);
                nodes.get(node).endAfter(chance.deep(ROUND_DEPTH), chance.percent(50));
            }
            round(nodes.get(node), BUSY::contains);
            if (round == ending) {
                begin(node);
            }
            foreman.keepUp();
            quiet = programs.open().isEmpty() && world.payers().isAllTold() && responseChecker.isQuiet()
                    ? quiet + 1
                    : 0;
            world.clock().advance(round < SHORT_ROUNDS ? AT_REST : AT_REST_LONG);
        }
        pages();
        restedAt = programs.all().size();
        deliver();
        rests++;
        if (rests == 1 || steps - tidiedAt >= TIDIED_EVERY) {
            tidiedAt = steps;
            postgres.tidy();
        }
        boolean whole = steps == count || steps - wholeAt >= steps / WHOLE_PART;
        if (whole) {
            wholeAt = steps;
        }
        if (world.findings().isEmpty()) {
            rateChecker.look(nodes.getFirst());
            responseChecker.atRest(whole, world.clock().instant());
        }
        trace.add("faults " + world.tally().steady());
        note("at rest " + responseChecker.figures());
        audience.rest(steps, trace.soFar());
        world.banks().forEach(Bank::misbehave);
        moods.misbehave();
    }

    /// Verifies that acknowledged payment pages exist, and finds out if the latest have become deposits.
    private void pages() {
        for (var page : programs.since(RecordedRequest.Kind.CHECKOUT, restedAt)) {
            world.dice().turn();
            world.findings()
                    .unless(
                            programs.isThere(nodes.getFirst(), page),
                            Invariant.NOTHING_ACKNOWLEDGED_IS_LOST,
                            "payment page " + page.ids);
            programs.isChosen(nodes.getFirst(), page);
        }
    }

    private void round(Life turn, Predicate<String> workers) {
        for (var requested : programs.open()) {
            world.dice().turn();
            programs.send(turn, requested);
        }
        boolean busy = true;
        for (int i = 0; i < BUSY_MAX && busy; i++) {
            busy = false;
            for (var worker : turn.steps().keySet()) {
                if (!worker.equals(Life.DISPATCHER) && workers.test(worker)) {
                    world.dice().turn();
                    busy |= foreman.hasMore(turn, worker);
                }
            }
        }
    }

    /// Advances the clock until every message is due for its next attempt. Deliveries take real time, during which
    /// the simulated clock and the random source do not advance.
    private void deliver() {
        world.clock().advance(LONGEST_WAIT);
        round(nodes.getFirst(), _ -> true);
        world.dice().turn();
        long end = System.nanoTime() + DELIVERED_WITHIN.toNanos();
        while (!responseChecker.isAllHeard() && System.nanoTime() < end) {
            for (var node : nodes) {
                if (!foreman.hasMore(node, Life.DISPATCHER)) {
                    LockSupport.parkNanos(A_MOMENT.toNanos());
                }
            }
        }
        foreman.delivered();
        world.dice().turn();
    }

    private void note(String what) {
        var line = steps + " " + what;
        trace.add(line);
        audience.step(line);
        last.add(line);
        if (last.size() > LAST_KEPT) {
            last.removeFirst();
        }
    }

    @Override
    public void close() {
        nodes.forEach(reaper::of);
        reaper.await();
        listener.close();
        postgres.close();
    }
}
