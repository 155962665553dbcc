package dev.sluice.rail.evm.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.rpc.TestProxy;
import dev.sluice.rail.evm.sweep.SweepStore.Sweep;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Expensive gas, and gas that becomes expensive during a sweep.
class EvmDearGasTest {
    private static final BigInteger DEAR = gwei(300);
    private static final BigInteger USUAL = gwei(1);
    private static final BigInteger COINS = EvmWorld.LEAST_COINS.multiply(BigInteger.TWO);
    private static EvmWorld world;
    private static String payer;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
        payer = EvmWorld.someone(world.node);
        world.node.mint(world.usdc, payer, EvmWorld.PLENTY);
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @Test
    void coins_that_are_not_worth_their_gas_wait_for_it_to_be_cheaper_and_hold_up_nothing() {
        var treasury = world.node.coins(world.treasury);
        var address = world.deposit();
        world.node.transact(Map.of("from", payer, "to", address, "value", Hex.quantity(COINS)));
        seen();
        world.node.mineAt(DEAR);
        EvmWorld.sweepOnce(world.module);
        assertThat(rows(address)).singleElement().matches(Sweep::isFound);
        try (var proxy = new TestProxy(world.node.url())) {
            world.endpoints = List.of(proxy.url());
            var module = world.newModule();
            for (int round = 0; round < 20; round++) {
                world.node.mineAt(DEAR);
                EvmWorld.sweepOnce(module);
                world.pass(Duration.ofSeconds(5));
            }
            assertThat(proxy.asked)
                    .as("gas is asked for once a minute, and nothing of the address")
                    .hasSizeLessThan(10)
                    .doesNotContain("eth_getBalance", "eth_estimateGas");
        } finally {
            world.endpoints = List.of(world.node.url());
        }
        assertThat(world.node.coins(address)).isEqualTo(COINS);
        var other = world.deposit();
        pay(other, 1_000_000);
        seen();
        sweep(DEAR);
        assertThat(world.node.tokens(world.usdc, other)).isZero();
        assertThat(rows(address)).singleElement().matches(Sweep::isFound);
        world.pass(Duration.ofMinutes(2));
        sweep(USUAL);
        assertThat(rows(address)).singleElement().matches(Sweep::isDone);
        assertThat(world.node.coins(world.treasury).subtract(treasury))
                .isGreaterThan(COINS.multiply(BigInteger.valueOf(9)).divide(BigInteger.TEN));
    }

    @Test
    void what_comes_to_coins_that_wait_is_counted_at_once() {
        var address = world.deposit();
        world.node.transact(Map.of("from", payer, "to", address, "value", Hex.quantity(COINS)));
        seen();
        sweep(DEAR);
        assertThat(world.node.coins(address)).isEqualTo(COINS);
        world.node.transact(
                Map.of("from", payer, "to", address, "value", Hex.quantity(COINS.multiply(BigInteger.TEN))));
        seen();
        sweep(DEAR);
        assertThat(world.node.coins(address)).isLessThan(COINS.multiply(BigInteger.TWO));
    }

    @Test
    void gas_that_is_dearer_by_a_third_once_the_coins_for_it_have_come_asks_for_no_more_of_them() {
        var address = world.deposit();
        pay(address, 7);
        seen();
        world.node.mineAt(gwei(60));
        EvmWorld.sweepOnce(world.module);
        assertThat(rows(address)).extracting(Sweep::state).containsExactly("gas_sent");
        world.stepPayouts();
        world.node.mine(world.confirmations);
        world.stepPayouts();
        world.pass(Duration.ofSeconds(5));
        world.node.mineAt(gwei(80));
        EvmWorld.sweepOnce(world.module);
        EvmWorld.sweepOnce(world.module);
        assertThat(rows(address)).singleElement().matches(Sweep::isSigned);
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE target = '" + address + "'"))
                .isEqualTo(1);
        sweep(USUAL);
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        assertThat(rows(address))
                .as("what is left of the coins is looked at as well")
                .hasSize(2)
                .allMatch(Sweep::isDone);
    }

    private static BigInteger gwei(long price) {
        return EvmWorld.GWEI.multiply(BigInteger.valueOf(price));
    }

    private static void pay(String to, long units) {
        world.node.transact(Map.of(
                "from",
                payer,
                "to",
                world.usdc,
                "data",
                TestNode.selector("transfer(address,uint256)")
                        + Hex.addressWord(to)
                        + Hex.word(BigInteger.valueOf(units))));
    }

    private static void seen() {
        world.node.mine(world.confirmations);
        world.watch();
    }

    /// Sweeps as far as possible at a gas price.
    private static void sweep(BigInteger gasPrice) {
        for (int round = 0; round < 12; round++) {
            world.node.mineAt(gasPrice);
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
            world.node.mine(world.confirmations);
            world.stepPayouts();
            world.pass(Duration.ofSeconds(5));
        }
    }

    private static List<Sweep> rows(String address) {
        return world.database.database().inTx(tx -> SweepStore.lockAddress(tx, EvmWorld.NETWORK, address));
    }
}
