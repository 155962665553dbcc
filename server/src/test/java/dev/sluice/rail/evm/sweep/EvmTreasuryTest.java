package dev.sluice.rail.evm.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Treasuries that are contracts, and tokens that move nothing: a failing sweep costs gas a few times at most.
class EvmTreasuryTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String FAILED = "sluice.evm.sweeps.failed";

    private EvmWorld world;

    @BeforeEach
    void open() {
        world = EvmWorld.with(2);
        world.node.give(world.treasury, EvmWorld.ONE_COIN);
        world.watch();
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void a_treasury_that_takes_more_gas_for_real_coins_gets_them() {
        world.node.place("counting", world.treasury);
        var before = world.node.coins(world.treasury);
        var address = coins();
        sweep(20);
        assertThat(world.node.coins(world.treasury).subtract(before))
                .isGreaterThan(EvmWorld.TENTH.multiply(BigInteger.valueOf(9)).divide(BigInteger.TEN));
        assertThat(transactions(address)).isEqualTo(1);
    }

    @Test
    void a_treasury_that_takes_nothing_in_the_end_is_tried_a_few_times_and_again_where_it_is_changed() {
        world.node.place("pretending", world.treasury);
        var address = coins();
        for (int day = 0; day < 40; day++) {
            sweep(1);
            world.module = world.newModule();
            world.pass(HOUR);
        }
        assertThat(transactions(address)).isBetween((long) SweepTurn.FAILURES_MAX, SweepTurn.FAILURES_MAX + 2L);
        assertThat(world.alerts).extracting(Alert::condition).contains("anvil/sweep/eth-anvil");
        assertThat(world.charged()).isPositive().isEqualTo(EvmWorld.TENTH.subtract(world.node.coins(address)));
        var more = world.node.coins(address);
        world.node.transact(Map.of("from", payer(), "to", address, "value", "0x1"));
        world.node.mine(world.confirmations);
        world.watch();
        sweep(3);
        assertThat(world.node.coins(address))
                .as("a trifle makes nobody try again")
                .isEqualTo(more.add(BigInteger.ONE));
        world.treasury = EvmWorld.someone();
        world.module = world.newModule();
        sweep(10);
        assertThat(world.node.coins(world.treasury)).isGreaterThan(EvmWorld.LEAST_COINS);
        assertThat(world.count("SELECT max(failures) FROM rail_evm_sweep")).isZero();
    }

    @Test
    void a_treasury_that_refuses_at_once_costs_nothing_and_operators_know() {
        world.node.place("closed", world.treasury);
        var address = coins();
        sweep(5);
        assertThat(world.node.coins(address)).isEqualTo(EvmWorld.TENTH);
        assertThat(world.alerts).extracting(Alert::condition).containsOnlyOnce("anvil/sweep/eth-anvil");
        world.treasury = EvmWorld.someone();
        world.module = world.newModule();
        world.pass(HOUR);
        sweep(5);
        assertThat(world.node.coins(world.treasury)).isPositive();
    }

    /// Its transactions succeed, and another contract leaves an event that looks like a transfer.
    @Test
    void a_token_that_moves_nothing_is_tried_a_few_times() {
        var address = world.deposit();
        world.node.mint(world.usdt, address, BigInteger.valueOf(1_000));
        world.node.mine(world.confirmations);
        world.watch();
        world.node.place("posing", world.usdt);
        for (int day = 0; day < 40; day++) {
            sweep(2);
            world.pass(HOUR);
        }
        assertThat(transactions(address)).isBetween((long) SweepTurn.FAILURES_MAX, SweepTurn.FAILURES_MAX + 2L);
        assertThat(world.node.tokens(world.usdt, address)).isEqualTo(1_000);
        assertThat(world.meters.get(FAILED).counter().count()).isPositive();
    }

    private String coins() {
        var address = world.deposit();
        world.node.transact(Map.of("from", payer(), "to", address, "value", Hex.quantity(EvmWorld.TENTH)));
        world.node.mine(world.confirmations);
        world.watch();
        return address;
    }

    private String payer() {
        return EvmWorld.someone(world.node);
    }

    private long transactions(String address) {
        return world.node.chain().nonceAt(address, world.node.chain().head().number());
    }

    private void sweep(int rounds) {
        for (int round = 0; round < rounds; round++) {
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
            world.node.mine(world.confirmations);
            world.stepPayouts();
            world.pass(Duration.ofSeconds(5));
            EvmWorld.sweepOnce(world.module);
        }
    }
}
