package dev.sluice.rail.stellar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.stellar.StandIn.Mishap;
import dev.sluice.rail.stellar.payout.StellarPayoutWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Many payouts under adverse conditions: half of the submissions fail in some way, two nodes work concurrently, and
/// every object is recreated in between.
class StellarManyTest {
    private static final int PAYOUTS = 300;
    private static final int CHANNELS = 12;
    private static final int THREADS = 6;
    private static final int ROUNDS_MAX = 600;
    private static final int RESTARTS_EVERY = 7;
    private static final int KILLED_EVERY = 6;
    private static final int KILLED_AFTER_MILLIS = 60;
    private static final long SEED = 20_261_121;

    @Test
    void three_hundred_payouts_in_parallel_are_paid_once_each() throws Exception {
        play((threads, node, other) -> {
            var first = threads.submit(node::step);
            var second = threads.submit(other::step);
            first.get();
            second.get();
        });
    }

    /// An interrupt ends a step at any point: before or after signing, after submission, or during a database
    /// transaction. The source that it used stays leased for two minutes.
    @Test
    void they_are_paid_once_each_also_where_nodes_are_killed_at_any_point() throws Exception {
        var chance = new Random(SEED);
        play((threads, node, other) -> {
            var first = threads.submit(node::step);
            var second = threads.submit(other::step);
            if (chance.nextInt(KILLED_EVERY) == 0) {
                Thread.sleep(chance.nextInt(KILLED_AFTER_MILLIS));
                first.cancel(true);
            } else {
                first.get();
            }
            second.get();
        });
    }

    /// A round of two nodes.
    private interface Round {
        void run(ExecutorService threads, StellarPayoutWorker node, StellarPayoutWorker other) throws Exception;
    }

    private static void play(Round nodes) throws Exception {
        try (var database = TestDatabase.create();
                var network = new StellarTestNetwork(database.database(), CHANNELS)) {
            var chance = new Random(SEED);
            network.horizon.fortune(() -> {
                synchronized (chance) {
                    int at = chance.nextInt(2 * Mishap.values().length);
                    return at < Mishap.values().length ? Mishap.values()[at] : null;
                }
            });
            var payees = new LinkedHashMap<Instruction, StandInAccount>();
            for (int i = 0; i < PAYOUTS; i++) {
                var payee = network.payee();
                payees.put(network.usdc(payee.id, StellarTestNetwork.COIN + i, Integer.toString(i)), payee);
            }
            try (var threads = Executors.newFixedThreadPool(THREADS)) {
                submit(network, List.copyOf(payees.keySet()), threads);
                for (int round = 0; round < ROUNDS_MAX && !allSettled(network, payees); round++) {
                    if (round % RESTARTS_EVERY == 0) {
                        network.restart();
                    }
                    nodes.run(
                            threads,
                            network.worker(),
                            network.wired().payouts().orElseThrow().worker());
                    network.now.set(network.now.get().plus(Duration.ofSeconds(5)));
                    network.ledger.close();
                }
            }
            assertThat(allSettled(network, payees)).as("seed %s", SEED).isTrue();
            verify(network, payees);
        }
    }

    /// Submits every payout from two threads.
    private static void submit(StellarTestNetwork network, List<Instruction> all, ExecutorService threads)
            throws Exception {
        var halves = new ArrayList<Future<?>>();
        for (int at = 0; at < PAYOUTS; at += PAYOUTS / THREADS) {
            var part = all.subList(at, at + PAYOUTS / THREADS);
            halves.add(threads.submit(() -> network.rail().submit(part)));
            halves.add(threads.submit(() -> network.rail().submit(part.reversed())));
        }
        for (var half : halves) {
            half.get();
        }
    }

    private static boolean allSettled(StellarTestNetwork network, Map<Instruction, StandInAccount> payees) {
        var payouts = payees.keySet().stream().map(Instruction::payout).toList();
        return network.rail().queryOutcomes(payouts).stream().allMatch(Outcome.Settled.class::isInstance);
    }

    private static void verify(StellarTestNetwork network, Map<Instruction, StandInAccount> payees) {
        payees.forEach((instruction, payee) -> assertThat(network.held(payee))
                .isEqualTo(instruction.amount().units().longValueExact()));
        var applied = network.ledger.history();
        assertThat(applied).hasSize(PAYOUTS).allMatch(StandInLedger.Applied::successful);
        assertThat(applied.stream()
                        .map(each -> each.entry().inner().getSourceAccount())
                        .distinct())
                .hasSize(CHANNELS);
        var bySource = applied.stream()
                .collect(Collectors.groupingBy(
                        each -> each.entry().inner().getSourceAccount(),
                        Collectors.mapping(each -> each.entry().inner().getSequenceNumber(), Collectors.toList())));
        bySource.values().forEach(numbers -> {
            for (int i = 1; i < numbers.size(); i++) {
                assertThat(numbers.get(i)).isEqualTo(numbers.get(i - 1) + 1);
            }
        });
        var references =
                network
                        .rail()
                        .queryOutcomes(payees.keySet().stream()
                                .map(Instruction::payout)
                                .toList())
                        .stream()
                        .map(outcome -> ((Outcome.Settled) outcome).railReference())
                        .toList();
        assertThat(references)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        applied.stream().map(each -> each.entry().hash()).toList());
    }
}
