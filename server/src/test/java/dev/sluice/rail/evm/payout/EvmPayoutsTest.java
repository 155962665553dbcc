package dev.sluice.rail.evm.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.PayoutRef;
import dev.sluice.rail.evm.EvmWorld;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Many concurrent payouts by a rail that is killed in between.
class EvmPayoutsTest {
    private static final Logger LOG = LoggerFactory.getLogger(EvmPayoutsTest.class);
    private static final int PAYOUTS = 500;
    private static final int BATCH = 20;
    private static final int THREADS = 6;
    private static final int KILLS = 3;
    private static EvmWorld world;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2, "--block-time", "1");
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @Test
    void five_hundred_payouts_are_paid_once_each_though_the_rail_is_killed_three_times() throws Exception {
        long seed = System.nanoTime();
        LOG.info("seed {}", seed);
        var random = new Random(seed);
        var tokens = List.of(EvmWorld.USDC, EvmWorld.USDT, EvmWorld.COIN);
        var payouts = new ArrayList<Instruction>();
        for (int i = 0; i < PAYOUTS; i++) {
            payouts.add(world.pay(tokens.get(i % tokens.size()), EvmWorld.someone(), 1 + random.nextInt(1_000_000)));
        }
        for (int kill = 0; kill < KILLS; kill++) {
            workAndDie(payouts, random, 700 + random.nextInt(1_500));
            world.module = world.newModule();
        }
        while (!submitAll(payouts, random)) {
            LOG.info("once more");
        }
        world.settle();

        var outcomes = world.module
                .rail()
                .queryOutcomes(payouts.stream().map(Instruction::payout).toList());
        assertThat(outcomes).hasOnlyElementsOfType(Outcome.Settled.class);
        for (var payout : payouts) {
            assertThat(balance(payout)).isEqualTo(payout.amount().units());
        }
        assertThat(outcomes.stream().map(each -> ((Outcome.Settled) each).railReference()))
                .doesNotHaveDuplicates();
        noNumberIsLeftOut();
    }

    /// Submits as the disbursement worker does: asks about claimed payouts first.
    private static boolean submitAll(List<Instruction> payouts, Random random) {
        var byRef = new HashMap<PayoutRef, Instruction>();
        payouts.forEach(each -> byRef.put(each.payout(), each));
        var refs = new ArrayList<>(byRef.keySet());
        Collections.shuffle(refs, random);
        var asked = world.module.rail().queryOutcomes(refs);
        var unseen = new ArrayList<Instruction>();
        for (int i = 0; i < refs.size(); i++) {
            if (asked.get(i) instanceof Outcome.NotSeen) {
                unseen.add(byRef.get(refs.get(i)));
            }
        }
        world.module.rail().submit(unseen);
        world.stepPayouts();
        return unseen.isEmpty();
    }

    /// Submits from several threads of two nodes, and interrupts them at any point.
    private static void workAndDie(List<Instruction> payouts, Random random, long millis) throws Exception {
        var mine = new ArrayList<>(payouts);
        Collections.shuffle(mine, random);
        var nodes = List.of(world.module, world.newModule());
        var threads = Executors.newFixedThreadPool(THREADS);
        for (int from = 0; from < mine.size(); from += BATCH) {
            var batch = List.copyOf(mine.subList(from, Math.min(mine.size(), from + BATCH)));
            var node = nodes.get(random.nextInt(nodes.size()));
            threads.submit(() -> node.rail().submit(batch));
        }
        nodes.forEach(node -> threads.submit(() -> EvmWorld.keepOnce(node)));
        if (!threads.awaitTermination(millis, TimeUnit.MILLISECONDS)) {
            LOG.info(
                    "killed with {} of its batches undone",
                    threads.shutdownNow().size());
        }
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private static BigInteger balance(Instruction payout) {
        var payee = payout.wallet().address();
        return switch (payout.amount().asset().code()) {
            case "usdc-anvil" -> world.node.tokens(world.usdc, payee);
            case "usdt-anvil" -> world.node.tokens(world.usdt, payee);
            default -> world.node.coins(payee);
        };
    }

    private static void noNumberIsLeftOut() {
        long next = world.count("SELECT next_nonce FROM rail_evm_wallet");
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot")).isEqualTo(next);
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE final"))
                .isEqualTo(next);
        assertThat(world.count("SELECT max(nonce) + 1 FROM rail_evm_slot")).isEqualTo(next);
        assertThat(world.node.chain().nonceWaiting(world.signer.address())).isEqualTo(next);
        assertThat(next).isEqualTo(PAYOUTS);
    }
}
