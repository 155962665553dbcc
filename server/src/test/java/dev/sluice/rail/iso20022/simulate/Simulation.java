package dev.sluice.rail.iso20022.simulate;

import dev.sluice.clock.Clocks;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.rail.BankAccount;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.sandbox.bank.IncomingCredit;
import dev.sluice.rail.sandbox.bank.Party;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// Two nodes with one bank account and the simulated bank. A seed decides the order of their steps. Nodes
/// are killed at a step and started again, or stand still for longer than their lease. In the end the
/// books of the bank are compared with those of the service.
final class Simulation {
    private static final int ACTIONS = 50;
    private static final int ORDERS_MAX = 3;
    private static final int FILES_MAX = 3;
    private static final int ROUNDS_MAX = 20;
    /// Enough for files of killed nodes, and for answers that come late.
    private static final int LEASES = 3;

    private static final int DAYS = 6;
    /// A file is fetched when two listings show the same size.
    private static final int LISTINGS = 2;
    private static final Duration LEASE_AND_MORE = Duration.ofMinutes(16);
    private static final Party PAYER = new Party("Erika Payer", "DE75512108001245126199", "SOLADEST600");

    private final Random random;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-12-01T08:00:00Z"));
    private final Clocks clocks;
    private final SimulatedBank bank;
    private final BankProfile profile;
    private final Accounting accounting;
    private final Node first;
    private final Node second;
    private final Map<PayoutRef, Instruction> ordered = new LinkedHashMap<>();
    private final Map<String, BigInteger> credits = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private boolean nested;

    Simulation(SimulationSite site, Path root, Step step, long seed) throws Exception {
        var name = "%s-%d".formatted(step.name().toLowerCase(Locale.ROOT), seed);
        this.random = new Random(name.hashCode() * 1_000_003L + seed);
        this.clocks = clocks(name);
        var world = SimulatedWorld.of(name, root, seed);
        this.profile = world.profile();
        this.bank = new SimulatedBank(site.database(), world.settings(), now::get);
        bank.open();
        bank.set(world.knobs(seed));
        this.accounting = new Accounting(site, profile, bank);
        this.first = node(site.first(), step, name + "-first");
        this.second = node(site.second(), step, name + "-second");
    }

    private Node node(SimulationSite.Connections connections, Step step, String name) {
        var node = new AtomicReference<Node>();
        var faultsOfNode = new Faults(step, random, () -> meanwhile(node.get()));
        connections.watchedBy(faultsOfNode);
        node.set(new Node(
                connections.database(), connections.vault(), clocks(name), profile, faultsOfNode, faults::add));
        return node.get();
    }

    /// Returns a clock with ids that depend on a name alone.
    private Clocks clocks(String name) {
        try {
            var chance = SecureRandom.getInstance("SHA1PRNG");
            chance.setSeed(name.hashCode());
            return new Clocks(now::get, chance);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Runs the simulation, and returns its faults.
    List<String> run() {
        for (int i = 0; i < ACTIONS; i++) {
            act();
        }
        first.faults().end();
        second.faults().end();
        orderAgain();
        for (int i = 0; i < LEASES; i++) {
            settle(LEASE_AND_MORE);
        }
        for (int i = 0; i < DAYS; i++) {
            settle(Duration.ofDays(1));
        }
        faults.addAll(accounting.payouts(second.rail(), List.copyOf(ordered.keySet())));
        faults.addAll(accounting.credits(credits, now.get()));
        return List.copyOf(faults);
    }

    int kills() {
        return first.faults().kills() + second.faults().kills();
    }

    private void act() {
        switch (random.nextInt(13)) {
            case 0, 1 -> on(any(), this::order);
            case 2, 3 -> on(any(), Node::seal);
            case 4, 5 -> on(any(), Node::send);
            case 6, 7 -> on(any(), Node::fetch);
            case 8, 9 -> bank.step();
            case 10 -> pass(Duration.ofMinutes(random.nextInt(20)));
            case 11 -> pass(Duration.ofSeconds(random.nextInt(120)));
            default -> credit();
        }
        pass(Duration.ofSeconds(1));
    }

    private Node any() {
        return random.nextBoolean() ? first : second;
    }

    private void on(Node node, Consumer<Node> work) {
        try {
            work.accept(node);
        } catch (Killed _) {
            node.restart();
            // While the other one stands still, it does nothing else.
            if (random.nextBoolean() && !nested) {
                takeOver(node == first ? second : first);
            }
        }
    }

    /// Lets the others work while a node stands still within a step.
    private void meanwhile(Node standing) {
        if (nested) {
            return;
        }
        nested = true;
        var other = standing == first ? second : first;
        if (random.nextInt(4) > 0) {
            takeOver(other);
        } else {
            on(other, Node::fetch);
            bank.step();
        }
        nested = false;
    }

    /// Lets the lease of a node end, so that the other one continues its file.
    private void takeOver(Node other) {
        bank.step();
        pass(LEASE_AND_MORE);
        for (int i = 0; i < FILES_MAX; i++) {
            on(other, Node::send);
        }
        bank.step();
    }

    private void pass(Duration duration) {
        now.updateAndGet(before -> before.plus(duration));
    }

    /// Orders payouts.
    private void order(Node node) {
        var instructions = new ArrayList<Instruction>();
        for (int i = 0; i <= random.nextInt(ORDERS_MAX); i++) {
            instructions.add(instruction());
        }
        instructions.forEach(each -> ordered.put(each.payout(), each));
        node.rail().submit(instructions);
    }

    /// Submits payouts again that were lost in a crash, as the caller does once the rail has not seen them.
    private void orderAgain() {
        var payouts = List.copyOf(ordered.keySet());
        var outcomes = first.rail().queryOutcomes(payouts);
        var unseen = new ArrayList<Instruction>();
        for (int at = 0; at < payouts.size(); at++) {
            if (outcomes.get(at) instanceof Outcome.NotSeen) {
                unseen.add(ordered.get(payouts.get(at)));
            }
        }
        first.rail().submit(unseen);
    }

    private Instruction instruction() {
        boolean closed = random.nextInt(8) == 0;
        return new Instruction(
                new PayoutRef(SimulatedWorld.ORGANIZATION, clocks.newId()),
                new Money(BigInteger.valueOf(100 + random.nextInt(5_000)), Asset.fiat("EUR", 2)),
                new BankAccount(
                        "EUR",
                        "DE",
                        "SEPA",
                        RoutingNumbers.NONE,
                        closed ? SimulatedWorld.CLOSED_ACCOUNT : PAYER.account(),
                        "Jürgen Müller",
                        null),
                "Invoice 4711");
    }

    private void credit() {
        var number = "INV" + profile.id().toUpperCase(Locale.ROOT).replace("-", "") + "X" + credits.size();
        var units = 100 + random.nextInt(900);
        credits.put(number, BigInteger.valueOf(units));
        bank.pay(IncomingCredit.ofText(number, units, PAYER, number));
    }

    /// Works until files have gone to the bank and back, and lets time pass.
    private void settle(Duration duration) {
        first.work(ROUNDS_MAX);
        while (bank.step()) {
            pass(Duration.ofSeconds(2));
        }
        for (int i = 0; i < LISTINGS; i++) {
            second.fetch();
            pass(Duration.ofSeconds(1));
        }
        pass(duration);
    }
}
