package dev.sluice.rail.sandbox.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Nonces of the sandbox's wallets: each is used once and none is skipped, so the hashes derived from them are
/// unique.
class NonceTest {
    private static final int THREADS = 8;
    private static final int ROUNDS = 12;
    private static final int BATCH = 10;

    private TestDatabase database;
    private SandboxTestChain chain;

    @BeforeEach
    void open() {
        database = TestDatabase.create();
        chain = new SandboxTestChain(database.database());
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void there_is_no_gap_and_no_double_under_eight_threads_on_several_nodes() throws Exception {
        var shared = instructions(BATCH * 4);
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            var work = IntStream.range(0, THREADS)
                    .mapToObj(thread -> (Callable<Integer>) () -> submitSome(new Random(thread), shared))
                    .toList();
            for (var done : threads.invokeAll(work)) {
                assertThat(done.get()).isEqualTo(ROUNDS);
            }
        }
        int each = (THREADS * ROUNDS * BATCH + shared.size()) / 2;
        assertThat(nonces("polygon"))
                .containsExactlyElementsOf(LongStream.range(0, each).boxed().toList());
        assertThat(nonces("stellar"))
                .containsExactlyElementsOf(LongStream.range(0, each).boxed().toList());
        assertThat(next("polygon")).isEqualTo(each);
        assertThat(next("stellar")).isEqualTo(each);
    }

    @Test
    void what_was_not_sent_uses_none() {
        var lost = chain.to(MagicWallet.REQUEST_LOST);
        var turnedAway = chain.to(MagicWallet.ADDRESS_CANNOT_RECEIVE);
        chain.rail().submit(List.of(lost, chain.to(MagicWallet.ORDINARY), turnedAway, chain.to(MagicWallet.ORDINARY)));
        assertThat(nonces("polygon")).containsExactly(0L, 1L);
        chain.submit(lost);
        chain.submit(turnedAway);
        assertThat(nonces("polygon")).containsExactly(0L, 1L, 2L);
        assertThat(next("polygon")).isEqualTo(3);
    }

    @Test
    void what_was_stopped_or_dropped_has_used_its_own() {
        var stopped = chain.to(MagicWallet.STOPPABLE);
        chain.rail().submit(List.of(stopped, chain.to(MagicWallet.NETWORK_UNAVAILABLE)));
        chain.rail().cancel(stopped.payout());
        chain.pass(Duration.ofMinutes(1));
        chain.submit(chain.to(MagicWallet.ORDINARY));
        assertThat(nonces("polygon")).containsExactly(0L, 1L, 2L);
    }

    @Test
    void another_chain_that_was_told_the_same_made_the_same_transactions() {
        try (var other = TestDatabase.create()) {
            var twin = new SandboxTestChain(other.database());
            var here = instructions(BATCH);
            var there = here.stream()
                    .map(each -> twin.to(each.amount().asset(), each.wallet()))
                    .toList();
            var first = chain.rail().submit(here);
            assertThat(first).hasOnlyElementsOfType(Outcome.Accepted.class);
            assertThat(twin.rail().submit(there)).isEqualTo(first);
            chain.pass(Duration.ofMinutes(1));
            twin.pass(Duration.ofMinutes(1));
            assertThat(twin.rail()
                            .queryOutcomes(
                                    there.stream().map(Instruction::payout).toList()))
                    .hasOnlyElementsOfType(Outcome.Settled.class)
                    .isEqualTo(chain.rail()
                            .queryOutcomes(
                                    here.stream().map(Instruction::payout).toList()));
        }
    }

    /// Submits new payouts, and some that other threads submit as well, through a rail object of its own.
    private int submitSome(Random random, List<Instruction> shared) {
        int rounds = 0;
        for (int round = 0; round < ROUNDS; round++) {
            var batch = new ArrayList<>(instructions(BATCH));
            for (int i = 0; i < 4; i++) {
                batch.add(shared.get((round * 4 + i) % shared.size()));
            }
            Collections.shuffle(batch, random);
            assertThat(chain.rail().submit(batch)).hasOnlyElementsOfType(Outcome.Accepted.class);
            rounds++;
        }
        return rounds;
    }

    private List<Instruction> instructions(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> chain.to(
                        i % 2 == 0 ? SandboxTestChain.POLYGON : SandboxTestChain.STELLAR, MagicWallet.ORDINARY))
                .toList();
    }

    private List<Long> nonces(String network) {
        return database.database()
                .read(handle -> handle.createQuery("""
                                SELECT nonce FROM rail_sandbox_chain_payout
                                WHERE network = :network AND nonce IS NOT NULL ORDER BY nonce
                                """)
                        .bind("network", network)
                        .mapTo(Long.class)
                        .list());
    }

    private long next(String network) {
        return database.database()
                .read(handle -> handle.createQuery(
                                "SELECT next_nonce FROM rail_sandbox_chain_nonce WHERE network = :network")
                        .bind("network", network)
                        .mapTo(Long.class)
                        .one());
    }
}
