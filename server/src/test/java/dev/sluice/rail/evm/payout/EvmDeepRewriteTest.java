package dev.sluice.rail.evm.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmWorld;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A chain that reverts blocks that counted as final. The wallet's next payout would wait for that nonce for ever.
class EvmDeepRewriteTest {
    private static final String OPEN = "SELECT count(*) FROM rail_evm_slot WHERE NOT final";

    private static EvmWorld world;

    private final String payee = EvmWorld.someone();
    private final Instruction payout = world.pay(EvmWorld.USDC, payee, 1_000);

    @BeforeAll
    static void open() {
        world = EvmWorld.with(3);
        world.node.automine(false);
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @AfterEach
    void leave_nothing_behind() {
        assertThat(world.count(OPEN)).isZero();
    }

    @Test
    void what_was_paid_is_paid_again_by_the_same_transaction() {
        submit(payout);
        world.settle();
        var before = settled(payout);
        rewriteFrom(before);
        assertThat(world.node.tokens(world.usdc, payee)).isZero();
        var next = world.pay(EvmWorld.USDC, payee, 500);
        submit(next);
        world.settle();
        assertThat(settled(next)).isNotEqualTo(before);
        assertThat(settled(payout)).isEqualTo(before);
        assertThat(world.node.chain().receipt(before)).isPresent();
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(1_500);
    }

    /// Its money was released, so the transaction must not succeed later.
    @Test
    void what_failed_is_not_paid_after_all() {
        var failed = submitFailing();
        rewriteFrom(failed);
        var next = world.pay(EvmWorld.USDC, EvmWorld.someone(), 500);
        submit(next);
        world.settle();
        assertThat(settled(next)).isNotEqualTo(failed);
        assertThat(failed(payout)).isEqualTo(failed);
        assertThat(world.node.chain().receipt(failed)).isEmpty();
        assertThat(world.node.tokens(world.usdc, payee)).isZero();
    }

    /// A node has kept the failed transaction, and this time it succeeds.
    @Test
    void what_failed_and_is_paid_after_all_is_told() {
        var failed = submitFailing();
        var raw = raw(failed);
        rewriteFrom(failed);
        submit(world.pay(EvmWorld.USDC, EvmWorld.someone(), 500));
        for (int round = 0; round < 10 && world.count(OPEN) < 2; round++) {
            world.stepPayouts();
        }
        world.node.call("anvil_dropAllTransactions");
        payAfterAll(raw);
        world.pass(Duration.ofMinutes(10));
        world.settle();
        assertThat(failed(payout)).isNotEmpty();
        assertToldSettled(failed);
    }

    /// No payout is pending, so no worker asks for the wallet's nonces.
    @Test
    void what_failed_and_is_paid_after_all_is_told_though_nothing_else_is_under_way() {
        var failed = submitFailing();
        var raw = raw(failed);
        rewriteFrom(failed);
        payAfterAll(raw);
        world.pass(Duration.ofMinutes(2));
        world.stepPayouts();
        assertThat(sightings()).as("it is not final").isZero();
        world.node.mine(world.confirmations);
        for (int minute = 0; minute < 5; minute++) {
            world.pass(Duration.ofMinutes(2));
            world.stepPayouts();
        }
        assertThat(sightings()).isEqualTo(1);
        assertThat(failed(payout)).isEqualTo(failed);
        assertToldSettled(failed);
    }

    private long sightings() {
        return world.count("SELECT count(*) FROM rail_status_report WHERE payout_id = '"
                + payout.payout().payoutId() + "'");
    }

    /// No higher fee than its earlier one is permitted for it.
    @Test
    void a_number_whose_fee_is_at_the_cap_is_used_up_all_the_same() {
        var usual = world.feeCap;
        world.feeCap = EvmWorld.GWEI;
        world.module = world.newModule();
        var failed = submitFailing();
        rewriteFrom(failed);
        var next = world.pay(EvmWorld.USDC, EvmWorld.someone(), 500);
        submit(next);
        world.settle();
        world.feeCap = usual;
        world.module = world.newModule();
        assertThat(settled(next)).isNotEqualTo(failed);
        assertThat(failed(payout)).isEqualTo(failed);
    }

    /// Returns the payout's transaction after its final failure.
    private String submitFailing() {
        submit(payout);
        world.node.blockFirst(world.usdc, payee);
        world.settle();
        return failed(payout);
    }

    /// Returns a transaction in its signed form.
    private static String raw(String hash) {
        return world.text("SELECT '0x' || encode(raw, 'hex') FROM rail_evm_transaction WHERE hash = '" + hash + "'");
    }

    /// Lets the node accept the transaction again, so that it pays.
    private void payAfterAll(String raw) {
        world.node.call("eth_sendRawTransaction", raw);
        world.node.mine(1);
        assertThat(world.node.tokens(world.usdc, payee)).isEqualTo(1_000);
    }

    private void assertToldSettled(String hash) {
        assertThat(world.text("SELECT outcome || ' ' || rail_reference FROM rail_status_report WHERE payout_id = '"
                        + payout.payout().payoutId() + "'"))
                .isEqualTo("settled " + hash);
    }

    private static void submit(Instruction instruction) {
        assertThat(world.module.rail().submit(List.of(instruction)).getFirst()).isInstanceOf(Outcome.Accepted.class);
    }

    private static String settled(Instruction instruction) {
        return ((Outcome.Settled) ask(instruction)).railReference();
    }

    private static String failed(Instruction instruction) {
        return Objects.requireNonNull(((Outcome.Rejected) ask(instruction)).railReference());
    }

    private static Outcome ask(Instruction instruction) {
        return world.module.rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    /// Reverts the chain from a transaction on.
    private static void rewriteFrom(String hash) {
        var chain = world.node.chain();
        long block = chain.receipt(hash).orElseThrow().block();
        world.node.call("anvil_reorg", chain.head().number() - block + 1, List.of());
        world.node.call("anvil_dropAllTransactions");
        assertThat(chain.receipt(hash)).isEmpty();
    }
}
