package dev.sluice.rail.evm.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestProxy;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.web3j.rlp.RlpDecoder;
import org.web3j.rlp.RlpList;
import org.web3j.rlp.RlpString;

/// Nodes that refuse transactions below a minimum tip, as those of Polygon and BNB Smart Chain: transactions with a
/// lower one are signed again with the required tip, at the same nonce.
class EvmTipTest {
    private static final String SEND = "eth_sendRawTransaction";
    private static final int TIP = 2;
    private static final BigInteger MINIMUM = EvmWorld.GWEI.multiply(BigInteger.valueOf(30));
    private static final String NUMBERED = "transaction underpriced: gas tip cap %s, minimum needed 30000000000";
    private static final String UNNUMBERED = "transaction underpriced";

    private EvmWorld world;
    private TestProxy proxy;

    @BeforeEach
    void open() {
        world = EvmWorld.with(2);
        proxy = new TestProxy(world.node.url());
        world.endpoints = List.of(proxy.url());
        world.module = world.newModule();
    }

    @AfterEach
    void close() {
        proxy.close();
        world.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {NUMBERED, UNNUMBERED})
    void a_payout_jumps_to_the_tip_that_is_asked_for(String words) {
        demand(words);
        var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 7);
        world.module.rail().submit(List.of(payout));
        int rounds = words.equals(UNNUMBERED) ? 8 : 2;
        for (int round = 0; round < rounds; round++) {
            world.stepPayouts();
        }
        assertThat(newestTip("rail_evm_slot", "tip")).isGreaterThanOrEqualTo(MINIMUM);
        world.settle(10);
        assertThat(outcome(payout)).isInstanceOf(Outcome.Settled.class);
        assertThat(world.count("SELECT count(DISTINCT nonce) FROM rail_evm_transaction"))
                .isEqualTo(1);
        assertThat(world.count("SELECT count(*) FROM rail_evm_transaction"))
                .isLessThanOrEqualTo(words.equals(UNNUMBERED) ? 7 : 2);
        assertThat(refused()).isPositive();
        var next = world.pay(EvmWorld.USDC, EvmWorld.someone(), 7);
        world.module.rail().submit(List.of(next));
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE acknowledged"))
                .as("the next one offers as much at once")
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {NUMBERED, UNNUMBERED})
    void a_sweep_is_signed_anew_at_the_same_nonce(String words) {
        world.watch();
        var payer = EvmWorld.someone(world.node);
        var address = world.deposit();
        world.node.mint(world.usdc, address, BigInteger.valueOf(1_000_000));
        world.node.transact(Map.of("from", payer, "to", address, "value", Hex.quantity(EvmWorld.TENTH)));
        var before = coins(address);
        world.node.mine(world.confirmations);
        world.watch();
        demand(words);
        sweep(40);
        assertThat(world.count("SELECT count(*) FROM rail_evm_sweep WHERE state <> 'done'"))
                .isZero();
        assertThat(world.node.tokens(world.usdc, world.treasury)).isEqualTo(1_000_000);
        assertThat(world.node.coins(address)).isLessThan(EvmWorld.LEAST_COINS);
        assertThat(world.charged()).isPositive().isEqualTo(before.subtract(coins(address)));
        assertThat(refused()).isPositive();
    }

    @Test
    void a_tip_above_the_cap_is_told_to_operators_and_not_climbed_to() {
        demand(NUMBERED);
        world.feeCap = EvmWorld.GWEI.multiply(BigInteger.TEN);
        world.module = world.newModule();
        var payout = world.pay(EvmWorld.USDC, EvmWorld.someone(), 7);
        world.module.rail().submit(List.of(payout));
        for (int round = 0; round < 5; round++) {
            world.stepPayouts();
            world.pass(Duration.ofSeconds(1));
        }
        assertThat(world.alerts).extracting(Alert::condition).contains("anvil/tip");
        assertThat(world.count("SELECT count(*) FROM rail_evm_transaction")).isEqualTo(1);
        assertThat(proxy.asked.stream().filter(SEND::equals).count()).isLessThan(4);
        world.feeCap = EvmWorld.GWEI.multiply(BigInteger.valueOf(500));
        world.module = world.newModule();
        world.pass(Duration.ofSeconds(16));
        world.stepPayouts();
        world.settle(10);
        assertThat(outcome(payout)).isInstanceOf(Outcome.Settled.class);
    }

    /// Takes no transaction with a lower tip than the minimum.
    private void demand(String words) {
        proxy.say(body -> {
            var request = Json.parse(body);
            if (!request.get("method").stringValue().equals(SEND)) {
                return Optional.empty();
            }
            var tip = tip(request.get("params").get(0).stringValue());
            return tip.compareTo(MINIMUM) < 0
                    ? Optional.of(TestProxy.error(-32000, words.formatted(tip)))
                    : Optional.empty();
        });
    }

    private static BigInteger tip(String raw) {
        var bytes = Hex.bytes(raw);
        var list = (RlpList) RlpDecoder.decode(Arrays.copyOfRange(bytes, 1, bytes.length))
                .getValues()
                .getFirst();
        return ((RlpString) list.getValues().get(TIP)).asPositiveBigInteger();
    }

    private void sweep(int rounds) {
        for (int round = 0; round < rounds; round++) {
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
            world.node.mine(world.confirmations);
            world.stepPayouts();
            world.pass(Duration.ofSeconds(5));
        }
    }

    private BigInteger coins(String address) {
        return world.node
                .coins(world.signer.address())
                .add(world.node.coins(address))
                .add(world.node.coins(world.treasury));
    }

    private BigInteger newestTip(String table, String column) {
        return new BigInteger(world.text("SELECT max(" + column + ")::text FROM " + table));
    }

    private double refused() {
        return world.meters.get("sluice.evm.tips.refused").counter().count();
    }

    private Outcome outcome(Instruction payout) {
        return world.module.rail().queryOutcomes(List.of(payout.payout())).getFirst();
    }
}
