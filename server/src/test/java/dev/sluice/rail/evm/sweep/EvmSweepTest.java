package dev.sluice.rail.evm.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestNode;
import dev.sluice.rail.evm.sweep.SweepStore.Sweep;
import dev.sluice.rail.evm.wallet.HotWallet;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Balances of deposit addresses are swept to the treasury, once, regardless of the number of nodes and sweeps.
class EvmSweepTest {
    private static EvmWorld world;
    private static String payer;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
        payer = EvmWorld.someone(world.node);
        world.node.mint(world.usdc, payer, EvmWorld.PLENTY);
        world.node.mint(world.usdt, payer, EvmWorld.PLENTY);
        world.node.mint(world.refusing, payer, EvmWorld.PLENTY);
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @Test
    void tokens_are_moved_with_gas_from_the_hot_wallet_and_the_gas_is_no_deposit() throws Exception {
        var before = world.node.tokens(world.usdc, world.treasury);
        var charged = world.charged();
        var address = world.deposit();
        var coins = coins(address);
        pay(world.usdc, address, 1_000_000);
        sweep();
        assertThat(world.charged().subtract(charged)).isPositive().isEqualTo(coins.subtract(coins(address)));
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        assertThat(world.node.tokens(world.usdc, world.treasury).subtract(before))
                .isEqualTo(1_000_000);
        assertThat(world.received(address)).hasSize(1);
        pay(world.usdc, address, 5);
        sweep();
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        assertThat(world.node.tokens(world.usdc, world.treasury).subtract(before))
                .isEqualTo(1_000_005);
    }

    @Test
    void coins_are_moved_but_for_their_gas_and_after_the_tokens() throws Exception {
        var charged = world.charged();
        var coins = world.node.coins(world.treasury);
        var tokens = world.node.tokens(world.usdt, world.treasury);
        var address = world.deposit();
        var held = coins(address);
        pay(world.usdt, address, 7);
        world.node.transact(Map.of("from", payer, "to", address, "value", Hex.quantity(EvmWorld.TENTH)));
        sweep();
        assertThat(world.node.tokens(world.usdt, world.treasury).subtract(tokens))
                .isEqualTo(7);
        assertThat(world.charged().subtract(charged))
                .isEqualTo(held.add(EvmWorld.TENTH).subtract(coins(address)));
        assertThat(world.node.coins(world.treasury).subtract(coins))
                .isBetween(EvmWorld.TENTH.multiply(BigInteger.valueOf(9)).divide(BigInteger.TEN), EvmWorld.TENTH);
    }

    @Test
    void what_is_left_of_the_coins_for_gas_goes_to_the_treasury_as_well() throws Exception {
        var charged = world.charged();
        var treasury = world.node.coins(world.treasury);
        var address = world.deposit();
        var coins = coins(address);
        pay(world.refusing, address, 9);
        sweep();
        assertThat(world.node.tokens(world.refusing, world.treasury)).isEqualTo(9);
        assertThat(world.node.coins(world.treasury)).isGreaterThan(treasury);
        assertThat(world.charged().subtract(charged)).isEqualTo(coins.subtract(coins(address)));
    }

    /// The row had this content when the payment arrived, and was restored.
    @Test
    void a_sweep_that_was_noted_with_another_deposit_follows_the_one_that_has_the_address() throws Exception {
        var address = world.deposit();
        var owner = world.deposits.put(address, world.deposits.get(world.deposit()));
        pay(world.usdc, address, 12);
        world.node.mine(world.confirmations);
        world.watch();
        EvmWorld.sweepOnce(world.module);
        assertThat(world.node.tokens(world.usdc, address)).isEqualTo(12);
        assertThat(world.alerts)
                .filteredOn(alert -> alert.message().contains(address))
                .singleElement()
                .satisfies(alert -> assertThat(alert.message())
                        .contains("Sweeps without a key")
                        .hasSizeLessThanOrEqualTo(140));
        world.deposits.put(address, owner);
        world.pass(Duration.ofMinutes(2));
        sweep();
        assertThat(world.node.tokens(world.usdc, address)).isZero();
    }

    /// A node's outdated answer reverts none of another node's later signatures; otherwise the costs would be
    /// unknown.
    @Test
    void a_node_that_is_late_changes_nothing_of_what_another_one_signed_since() throws Exception {
        var charged = world.charged();
        var address = world.deposit();
        var coins = coins(address);
        pay(world.usdc, address, 3);
        world.node.mine(world.confirmations);
        world.watch();
        var read = new ArrayList<Sweep>();
        for (int round = 0; round < 30 && rows(address).stream().noneMatch(Sweep::isSigned); round++) {
            read.addAll(rows(address));
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
            world.node.mine(world.confirmations);
            world.stepPayouts();
            world.pass(Duration.ofSeconds(5));
        }
        var signed = rows(address);
        assertThat(signed).anyMatch(Sweep::isSigned);
        assertThat(read).extracting(Sweep::state).contains("found", "gas_sent");
        world.database
                .database()
                .run(tx -> read.forEach(each -> {
                    assertThat(SweepStore.findAgain(tx, each, null, world.clocks.instant(), false))
                            .isFalse();
                    SweepStore.postpone(tx, each, world.clocks.instant().plus(Duration.ofDays(9)));
                }));
        assertThat(rows(address)).isEqualTo(signed);
        sweep();
        assertThat(world.charged().subtract(charged)).isPositive().isEqualTo(coins.subtract(coins(address)));
    }

    private static List<Sweep> rows(String address) {
        return world.database.database().inTx(tx -> SweepStore.lockAddress(tx, EvmWorld.NETWORK, address));
    }

    /// Otherwise anyone with the address could make the house pay for gas again and again.
    @Test
    void less_of_a_token_than_anybody_is_asked_for_costs_no_gas_and_is_moved_with_what_comes_next() throws Exception {
        world.least.put(EvmWorld.USDC, BigInteger.valueOf(1_000));
        try {
            var before = world.node.tokens(world.usdc, world.treasury);
            var charged = world.charged();
            var address = world.deposit();
            for (int time = 0; time < 3; time++) {
                pay(world.usdc, address, 333);
                sweep();
            }
            assertThat(world.received(address)).hasSize(3);
            assertThat(world.node.tokens(world.usdc, address)).isEqualTo(999);
            assertThat(world.node.coins(address)).isZero();
            assertThat(world.charged()).isEqualTo(charged);
            pay(world.usdc, address, 1);
            sweep();
            assertThat(world.node.tokens(world.usdc, address)).isZero();
            assertThat(world.node.tokens(world.usdc, world.treasury).subtract(before))
                    .isEqualTo(1_000);
        } finally {
            world.least.clear();
        }
    }

    @Test
    void a_least_that_is_raised_while_a_sweep_waits_keeps_nothing_that_came_before_from_the_treasury()
            throws Exception {
        world.least.put(EvmWorld.USDC, BigInteger.valueOf(100));
        try {
            var before = world.node.tokens(world.usdc, world.treasury);
            var address = world.deposit();
            world.stopped.add(EvmRail.NAME);
            pay(world.usdc, address, 150);
            world.node.mine(world.confirmations);
            world.watch();
            world.least.put(EvmWorld.USDC, BigInteger.valueOf(1_000));
            pay(world.usdc, address, 1);
            world.node.mine(world.confirmations);
            world.watch();
            EvmWorld.sweepOnce(world.module);
            assertThat(undone()).isEqualTo(1);
            world.stopped.clear();
            world.pass(Duration.ofMinutes(2));
            sweep();
            assertThat(world.node.tokens(world.usdc, world.treasury).subtract(before))
                    .isEqualTo(151);
            pay(world.usdc, address, 150);
            sweep();
            assertThat(world.node.tokens(world.usdc, address)).isEqualTo(150);
        } finally {
            world.least.clear();
            world.stopped.clear();
        }
    }

    /// Otherwise gas transfers for sweeps would take the places of payouts.
    @Test
    void a_sweep_waits_for_gas_while_the_hot_wallet_has_much_under_way() throws Exception {
        var address = world.deposit();
        pay(world.usdc, address, 11);
        world.node.mine(world.confirmations);
        world.watch();
        world.node.automine(false);
        try {
            world.module
                    .rail()
                    .submit(IntStream.range(0, HotWallet.IN_FLIGHT_MAX / 4)
                            .mapToObj(_ -> world.pay(EvmWorld.USDC, EvmWorld.someone(), 1))
                            .toList());
            EvmWorld.sweepOnce(world.module);
            assertThat(rows(address)).extracting(Sweep::state).containsExactly("found");
        } finally {
            world.node.automine(true);
        }
        world.settle();
        world.pass(Duration.ofMinutes(2));
        sweep();
        assertThat(world.node.tokens(world.usdc, address)).isZero();
    }

    @Test
    void dust_stays_where_it_is() throws Exception {
        var address = world.deposit();
        world.node.transact(Map.of("from", payer, "to", address, "value", "0x1"));
        sweep();
        assertThat(world.node.coins(address)).isEqualTo(1);
        assertThat(world.received(address)).hasSize(1);
    }

    /// Returns the total coins of the hot wallet, an address and the treasury.
    private static BigInteger coins(String address) {
        return world.node
                .coins(world.signer.address())
                .add(world.node.coins(address))
                .add(world.node.coins(world.treasury));
    }

    private static void pay(String token, String to, long units) {
        world.node.transact(Map.of(
                "from",
                payer,
                "to",
                token,
                "data",
                TestNode.selector("transfer(address,uint256)")
                        + Hex.addressWord(to)
                        + Hex.word(BigInteger.valueOf(units))));
    }

    /// Watches and sweeps, on several nodes at once, until no work is left.
    private static void sweep() throws Exception {
        world.node.mine(world.confirmations);
        world.watch();
        try (var threads = Executors.newFixedThreadPool(3)) {
            for (int round = 0; round < 60 && undone() > 0; round++) {
                threads.invokeAll(
                        Collections.nCopies(3, (Callable<Boolean>) () -> EvmWorld.sweepOnce(world.newModule())));
                world.stepPayouts();
                world.node.mine(world.confirmations);
                world.stepPayouts();
                world.pass(Duration.ofSeconds(5));
            }
        }
        assertThat(undone()).isZero();
        world.watch();
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot WHERE NOT final"))
                .isZero();
    }

    private static long undone() {
        return world.count("SELECT count(*) FROM rail_evm_sweep WHERE state <> 'done'");
    }
}
