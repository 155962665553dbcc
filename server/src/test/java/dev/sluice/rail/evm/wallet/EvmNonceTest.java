package dev.sluice.rail.evm.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.key.KeySigner;
import dev.sluice.rail.evm.rpc.TestProxy;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An endpoint that reports wrong transaction counts of the wallet neither changes the next nonce nor empties the
/// wallet.
class EvmNonceTest {
    private static final String COUNT = "eth_getTransactionCount";
    private static final long FAR = 100_000;
    private static final long HUGE = 1L << 62;

    private EvmWorld world;
    private TestProxy liar;

    @BeforeEach
    void open() {
        world = EvmWorld.with(2);
        liar = new TestProxy(world.node.url());
    }

    @AfterEach
    void close() {
        liar.close();
        world.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {FAR, HUGE})
    void a_pending_count_that_is_too_high_opens_no_gap(long lie) {
        pays(1);
        lieOf("pending", lie);
        use(liar.url());
        var before = world.node.coins(world.signer.address());
        var payouts = pays(3);
        assertThat(fillers()).isZero();
        assertThat(world.count("SELECT max(next_nonce) FROM rail_evm_wallet")).isEqualTo(4);
        assertThat(outcomes(payouts)).allMatch(Outcome.Settled.class::isInstance);
        assertThat(before.subtract(world.node.coins(world.signer.address()))).isLessThan(EvmWorld.LEAST_COINS);
        assertThat(world.alerts).extracting(Alert::condition).contains("anvil/pending");
    }

    @Test
    void a_pending_count_that_another_endpoint_does_not_confirm_is_ignored() {
        lieOf("pending", 9);
        use(liar.url(), world.node.url());
        var payouts = pays(2);
        assertThat(world.count("SELECT max(next_nonce) FROM rail_evm_wallet")).isEqualTo(2);
        assertThat(outcomes(payouts)).allMatch(Outcome.Settled.class::isInstance);
    }

    @Test
    void a_pending_count_that_every_endpoint_confirms_is_respected() {
        use(liar.url(), world.node.url());
        pays(1);
        world.node.automine(false);
        world.node.call("anvil_impersonateAccount", world.signer.address());
        world.node.call(
                "eth_sendTransaction",
                Map.of("from", world.signer.address(), "to", EvmWorld.someone(), "value", "0x1"));
        var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 5);
        world.module.rail().submit(List.of(payout));
        world.node.automine(true);
        world.settle();
        assertThat(outcomes(List.of(payout))).allMatch(Outcome.Settled.class::isInstance);
        assertThat(world.count("SELECT max(nonce) FROM rail_evm_slot")).isEqualTo(2);
        assertThat(fillers()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {FAR, HUGE})
    void a_mined_count_that_another_endpoint_denies_signs_nothing(long lie) {
        pays(1);
        lieOf("0x", lie);
        use(liar.url(), world.node.url());
        var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 5);
        world.module.rail().submit(List.of(payout));
        world.stepPayouts();
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot")).isEqualTo(1);
        assertThat(world.alerts).extracting(Alert::condition).containsOnlyOnce("anvil/nonce");
        liar.say(_ -> Optional.empty());
        world.pass(Duration.ofSeconds(16));
        world.settle();
        assertThat(outcomes(List.of(payout))).allMatch(Outcome.Settled.class::isInstance);
        assertThat(world.count("SELECT max(next_nonce) FROM rail_evm_wallet")).isEqualTo(2);
    }

    @Test
    void a_single_endpoint_moves_the_next_nonce_by_a_bounded_number() {
        pays(1);
        lieOf("0x", HUGE);
        use(liar.url());
        world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 5)));
        assertThat(world.count("SELECT max(next_nonce) FROM rail_evm_wallet")).isEqualTo(1);
    }

    /// State left by an endpoint that was trusted before.
    @ParameterizedTest
    @ValueSource(longs = {FAR, HUGE})
    void a_gap_that_is_too_wide_is_filled_within_a_limit_and_holds_up_no_settlement(long wide) {
        var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 5);
        world.module.rail().submit(List.of(payout));
        world.execute("UPDATE rail_evm_wallet SET next_nonce = next_nonce + " + wide);
        var before = world.node.coins(world.signer.address());
        for (int round = 0; round < 20; round++) {
            world.node.mine(world.confirmations);
            world.stepPayouts();
        }
        assertThat(outcomes(List.of(payout))).allMatch(Outcome.Settled.class::isInstance);
        assertThat(fillers()).isEqualTo(64);
        assertThat(before.subtract(world.node.coins(world.signer.address()))).isLessThan(EvmWorld.LEAST_COINS);
        assertThat(world.alerts).extracting(Alert::condition).contains("anvil/fillers");
        assertThat(world.meters.get("sluice.evm.fillers").gauge().value()).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(longs = {FAR, HUGE})
    void a_next_nonce_above_all_transactions_is_corrected_before_anything_is_signed(long wide) {
        pays(1);
        world.execute("UPDATE rail_evm_wallet SET next_nonce = next_nonce + " + wide);
        var payouts = pays(2);
        assertThat(outcomes(payouts)).allMatch(Outcome.Settled.class::isInstance);
        assertThat(world.count("SELECT max(next_nonce) FROM rail_evm_wallet")).isEqualTo(3);
        assertThat(fillers()).isZero();
    }

    @Test
    void a_next_nonce_below_which_a_transaction_is_signed_is_left_alone() {
        pays(1);
        world.node.automine(false);
        world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 5)));
        world.execute("UPDATE rail_evm_wallet SET next_nonce = " + FAR);
        world.sign(FAR - 1);
        world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 5)));
        assertThat(world.count("SELECT max(nonce) FROM rail_evm_slot")).isEqualTo(FAR);
    }

    @Test
    void a_single_endpoint_does_not_correct_a_wallet_that_others_have_used() {
        world.execute("INSERT INTO rail_evm_wallet (network, address, next_nonce) VALUES ('anvil', '"
                + world.signer.address() + "', " + FAR + ")");
        world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 5)));
        assertThat(world.count("SELECT max(nonce) FROM rail_evm_slot")).isEqualTo(FAR);
        world.execute("DELETE FROM rail_evm_slot");
        use(liar.url(), world.node.url());
        world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 5)));
        assertThat(world.count("SELECT max(nonce) FROM rail_evm_slot")).isZero();
    }

    @Test
    void a_pending_transaction_that_was_not_signed_here_keeps_the_next_nonce() {
        pays(1);
        world.execute("UPDATE rail_evm_wallet SET next_nonce = " + FAR);
        lieOf("pending", 1);
        use(liar.url(), world.node.url());
        world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 5)));
        assertThat(world.count("SELECT max(nonce) FROM rail_evm_slot")).isEqualTo(FAR);
    }

    /// The gap is filled once every endpoint answers; in the meantime, another wallet's signed transactions are
    /// followed.
    @Test
    void a_gap_that_cannot_be_filled_yet_holds_up_no_wallet_of_before() {
        var before = world.pay(EvmWorld.USDC, EvmWorld.someone(), 5);
        world.module.rail().submit(List.of(before));
        var former = world.signer.address();
        do {
            world.signer = KeySigner.of(new BigInteger(250, new Random()).add(BigInteger.ONE));
        } while (new HashMap<>(Map.of(former, 1L, world.signer.address(), 1L))
                .keySet()
                .iterator()
                .next()
                .equals(former));
        world.node.give(world.signer.address(), EvmWorld.ONE_COIN);
        world.node.mint(world.usdc, world.signer.address(), EvmWorld.PLENTY);
        use(world.node.url(), URI.create("http://127.0.0.1:9"));
        world.module.rail().submit(List.of(world.pay(EvmWorld.USDC, EvmWorld.someone(), 5)));
        world.execute("UPDATE rail_evm_wallet SET next_nonce = 9 WHERE address = '" + world.signer.address() + "'");
        world.sign(8);
        world.node.mine(world.confirmations);
        world.stepPayouts();
        assertThat(outcomes(List.of(before))).allMatch(Outcome.Settled.class::isInstance);
        assertThat(fillers()).isZero();
    }

    private void lieOf(String block, long lie) {
        liar.say(lying(block, lie));
    }

    /// Adds a number to the node's transaction counts of a wallet, or replaces them by the number if it is huge.
    private Function<byte[], Optional<String>> lying(String block, long lie) {
        return body -> {
            var request = Json.parse(body);
            if (!request.get("method").stringValue().equals(COUNT)
                    || !request.get("params").get(1).stringValue().startsWith(block)) {
                return Optional.empty();
            }
            var wallet = request.get("params").get(0).stringValue();
            long mined =
                    world.node.chain().nonceAt(wallet, world.node.chain().head().number());
            var reported = lie == HUGE ? BigInteger.valueOf(lie) : BigInteger.valueOf(mined + lie);
            return Optional.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"" + Hex.quantity(reported) + "\"}");
        };
    }

    private List<Instruction> pays(int count) {
        var payouts = IntStream.range(0, count)
                .mapToObj(_ -> world.pay(EvmWorld.USDC, EvmWorld.someone(), 5))
                .toList();
        world.module.rail().submit(payouts);
        world.settle(10);
        return payouts;
    }

    private void use(URI... endpoints) {
        world.endpoints = List.of(endpoints);
        world.module = world.newModule();
    }

    private long fillers() {
        return world.count("SELECT count(*) FROM rail_evm_transaction WHERE filler");
    }

    private List<Outcome> outcomes(List<Instruction> payouts) {
        return world.module
                .rail()
                .queryOutcomes(payouts.stream().map(Instruction::payout).toList());
    }
}
