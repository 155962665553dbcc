package dev.sluice.trial.simulate;

import dev.sluice.clock.Clocks;
import dev.sluice.http.Method;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.trial.proof.Chance;
import dev.sluice.trial.proof.FactStore;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.proof.Listener;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// Step after step: something happens in the world, or a worker of one of two nodes takes a step, or time goes by; and
/// any of it may be the last thing that a node does. Now and then everything is left to come to rest, and all is
/// looked at.
final class Simulation implements AutoCloseable {
    private static final int MERCHANTS = 2;
    private static final int NODES = 2;
    private static final int LAST_KEPT = 40;
    private static final int BUSY_MAX = 40;
    private static final int ROUNDS_TO_REST_MAX = 400;
    private static final int EXCHANGES_MAX = 14;
    private static final Duration AT_REST = Duration.ofMinutes(10);
    private static final List<Money> OPENING = List.of(
            Money.exactly(new BigDecimal("200000000"), Asset.fiat("IDR", 2)),
            Money.exactly(new BigDecimal("50000"), Asset.crypto("usdc-polygon", 6)));

    private final Premises premises;
    private final World world;
    private final Chance chance;
    private final Programs programs;
    private final Moods moods;
    private final Listener listener;
    private final Scene scene;
    private final Judge judge;
    private final List<Organization> merchants = new ArrayList<>();
    private final ArrayDeque<String> last = new ArrayDeque<>();
    private final Trace trace = new Trace();
    private final Consumer<String> told;
    private final List<Life> nodes = new ArrayList<>();
    private long steps;
    private int lives = NODES;
    private int rests;

    /// @param told is told of every step
    Simulation(long seed, Consumer<String> told) {
        this.premises = Premises.open();
        this.world = World.of(seed);
        this.chance = Chance.of(seed);
        this.programs = new Programs(world.clock(), world.findings());
        this.moods = new Moods(seed);
        this.listener = new Listener(world.clock(), world.findings(), moods);
        this.told = told;
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Life(premises, world));
        }
        for (int i = 1; i <= MERCHANTS; i++) {
            merchants.add(settle("Merchant " + i));
        }
        this.scene = new Scene(world, programs, merchants, chance);
        this.judge = new Judge(world, new FactStore(premises.database()), programs, listener, merchants);
    }

    /// What came of a simulation.
    record Outcome(
            long steps,
            int lives,
            int rests,
            int requests,
            String trace,
            List<Findings.Finding> findings,
            List<String> last) {
        boolean isRight() {
            return findings.isEmpty();
        }
    }

    /// Takes so many steps, or fewer where something is found to be wrong.
    Outcome run(long count, int stepsBetweenRests) {
        while (steps < count && world.findings().isEmpty()) {
            steps++;
            step();
            judge.always();
            if (world.findings().isEmpty() && (steps % stepsBetweenRests == 0 || steps == count)) {
                rest();
            }
        }
        return new Outcome(
                steps,
                lives,
                rests,
                programs.all().size(),
                trace.digest(),
                world.findings().all(),
                List.copyOf(last));
    }

    private void step() {
        int node = chance.between(0, NODES - 1);
        var life = nodes.get(node);
        boolean ends = chance.percent(4);
        if (ends) {
            life.endAfter(chance.between(1, EXCHANGES_MAX), chance.percent(50));
        }
        int roll = chance.between(1, 100);
        String what;
        if (roll <= 45) {
            what = scene.next(life);
        } else if (roll <= 88) {
            what = work(life, chance.of(List.copyOf(life.steps().entrySet())));
        } else {
            var by = time();
            world.clock().advance(by);
            what = by + " pass";
        }
        note("node " + node + ": " + what);
        if (ends) {
            begin(node);
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

    private String work(Life life, Map.Entry<String, BooleanSupplier> worker) {
        try {
            return worker.getKey() + (worker.getValue().getAsBoolean() ? ", which has more to do" : "");
        } catch (RuntimeException failed) {
            if (!life.isDead()) {
                world.findings().add(Invariant.NO_INTERNAL_ERROR, worker.getKey() + ": " + failed);
            }
            return worker.getKey() + ", which failed";
        }
    }

    /// A new process takes up what the last one left.
    private void begin(int node) {
        nodes.get(node).close();
        world.clock().advance(Duration.ofMillis(chance.between(1, 40_000)));
        nodes.set(node, new Life(premises, world));
        lives++;
        note("node " + node + " is a new process");
    }

    /// Nothing disturbs any more: every request is answered in the end, every worker works, and time goes by. How long
    /// that takes is not chance's, so chance is not asked.
    private void rest() {
        world.banks().forEach(Bank::calmDown);
        moods.calmDown();
        int quiet = 0;
        for (int round = 0;
                round < ROUNDS_TO_REST_MAX && quiet < 3 && world.findings().isEmpty();
                round++) {
            var turn = nodes.get(round % NODES);
            programs.open().forEach(each -> programs.send(turn, each));
            boolean busy = true;
            for (int i = 0; i < BUSY_MAX && busy; i++) {
                busy = false;
                for (var worker : nodes.get(i % NODES).steps().values()) {
                    busy |= worker.getAsBoolean();
                }
            }
            quiet = programs.open().isEmpty() && world.payers().isAllTold() && judge.isQuiet() ? quiet + 1 : 0;
            world.clock().advance(AT_REST);
        }
        programs.done(Asked.Kind.CHECKOUT).forEach(page -> programs.isChosen(nodes.getFirst(), page));
        rests++;
        if (world.findings().isEmpty()) {
            judge.atRest();
        }
        note("at rest");
        world.banks().forEach(Bank::misbehave);
        moods.misbehave();
    }

    /// A merchant with money, who wants to be told of everything.
    private Organization settle(String name) {
        var clocks = new Clocks(world.clock());
        var database = premises.database();
        var merchant = Organizations.wire(database, clocks).create(name, Switches.sandbox());
        var funding = new Funding(new Ledger(clocks), clocks);
        database.run(tx -> funding.deposit(tx, merchant.id(), OPENING));
        var id = merchant.id().toString();
        var answer = nodes.getFirst()
                .ask(
                        merchant,
                        Method.POST,
                        "/v1/webhook/endpoint",
                        "{\"url\":\"%s\",\"types\":[\"*\"]}"
                                .formatted(listener.url(id))
                                .getBytes(StandardCharsets.UTF_8),
                        Map.of("Idempotency-Key", "endpoint-" + id, "Content-Type", "application/json"));
        var secret = new JsonMapper()
                .readTree(answer.body())
                .path("data")
                .path("secret")
                .asString("");
        if (secret.isEmpty()) {
            throw new IllegalStateException("no endpoint: " + new String(answer.body(), StandardCharsets.UTF_8));
        }
        listener.knows(id, secret);
        return merchant;
    }

    private void note(String what) {
        var line = steps + " " + what;
        trace.add(line);
        told.accept(line);
        last.add(line);
        if (last.size() > LAST_KEPT) {
            last.removeFirst();
        }
    }

    @Override
    public void close() {
        nodes.forEach(Life::close);
        listener.close();
        premises.close();
    }
}
