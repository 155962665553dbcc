package dev.sluice.rail.evm.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.IncomingPayment;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestNode;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Coins that a contract forwards to a deposit address, as exchanges pay out, are credited once. Coins for gas, and
/// the rest after sweeps, are not credited.
@Timeout(300)
class EvmBalanceTest {
    private static final BigInteger HUNDREDTH = EvmWorld.ONE_COIN.divide(BigInteger.valueOf(100));

    private static EvmWorld world;
    private static String payer;
    private static String exchange;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(3);
        payer = EvmWorld.someone(world.node);
        world.node.give(payer, EvmWorld.ONE_COIN.multiply(BigInteger.valueOf(1_000)));
        world.node.mint(world.usdc, payer, EvmWorld.PLENTY);
        exchange = world.node.deploy("forwarding");
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    private static void forward(String address, BigInteger units) {
        world.node.transact(Map.of(
                "from", payer, "to", exchange, "value", Hex.quantity(units), "data", "0x" + Hex.addressWord(address)));
    }

    private static void pay(String address, BigInteger units) {
        world.node.transact(Map.of("from", payer, "to", address, "value", Hex.quantity(units)));
    }

    private static void payToken(String address, long units) {
        world.node.transact(Map.of(
                "from",
                payer,
                "to",
                world.usdc,
                "data",
                TestNode.selector("transfer(address,uint256)")
                        + Hex.addressWord(address)
                        + Hex.word(BigInteger.valueOf(units))));
    }

    /// Watches up to the newest final block, and once more when balances are due.
    private static void watch() {
        world.node.mine(world.confirmations);
        world.pass(Duration.ofMinutes(3));
        world.watch();
    }

    private static void sweep() {
        for (int round = 0; round < 12; round++) {
            watch();
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
        }
        watch();
    }

    private static List<IncomingPayment> coins(String address) {
        return world.received(address).stream()
                .filter(each -> each.amount().asset().equals(EvmWorld.COIN))
                .toList();
    }

    private static BigInteger sum(String address) {
        return coins(address).stream().map(each -> each.amount().units()).reduce(BigInteger.ZERO, BigInteger::add);
    }

    @Test
    void coins_that_a_contract_passes_on_are_credited_once_when_they_are_final_and_swept() {
        var address = world.deposit();
        var treasury = world.node.coins(world.treasury);
        world.pass(Duration.ofMinutes(3));
        forward(address, EvmWorld.TENTH);
        world.watch();
        assertThat(coins(address)).as("not final yet").isEmpty();
        watch();
        assertThat(coins(address)).singleElement().satisfies(payment -> {
            assertThat(payment.amount().units()).isEqualTo(EvmWorld.TENTH);
            assertThat(payment.payer().transactionCode()).isNull();
            assertThat(payment.key()).startsWith("anvil:balance:" + address + ":");
        });
        watch();
        world.module = world.newModule();
        watch();
        assertThat(coins(address)).hasSize(1);
        sweep();
        assertThat(world.node.coins(world.treasury)).isGreaterThan(treasury.add(HUNDREDTH));
        assertThat(coins(address)).hasSize(1);
        forward(address, HUNDREDTH);
        watch();
        watch();
        assertThat(coins(address)).hasSize(2);
        assertThat(sum(address)).isEqualTo(EvmWorld.TENTH.add(HUNDREDTH));
    }

    @Test
    void coins_for_gas_and_what_is_left_of_them_are_not_credited() {
        var address = world.deposit();
        payToken(address, 1_000_000);
        sweep();
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        assertThat(world.count("SELECT count(*) FROM rail_evm_outflow WHERE address = '" + address + "'"))
                .isPositive();
        assertThat(coins(address)).isEmpty();
        forward(address, EvmWorld.TENTH);
        sweep();
        assertThat(sum(address)).isEqualTo(EvmWorld.TENTH);
    }

    @Test
    void coins_that_a_watch_which_went_back_has_not_seen_yet_are_credited_as_what_they_are() {
        var address = world.deposit();
        long before = world.count("SELECT next_block FROM rail_evm_cursor");
        pay(address, EvmWorld.TENTH);
        watch();
        long next = world.count("SELECT next_block FROM rail_evm_cursor");
        world.execute("DELETE FROM rail_evm_credit WHERE address = '" + address + "'");
        world.execute("DELETE FROM rail_incoming_payment WHERE key LIKE 'anvil:%:coin'");
        world.database
                .database()
                .run(tx -> EvmCursorStore.move(tx, EvmWorld.NETWORK, next, before, world.clocks.realInstant()));
        world.pass(Duration.ofMinutes(3));
        watch();
        watch();
        assertThat(coins(address))
                .singleElement()
                .satisfies(payment -> assertThat(payment.key()).endsWith(":coin"));
    }

    /// Examples: a sweep from before outflows were recorded, or by another holder of the key.
    @Test
    void an_address_with_a_transaction_that_is_not_recorded_is_left_alone() {
        var address = world.deposit();
        pay(address, EvmWorld.TENTH);
        sweep();
        assertThat(sum(address)).isEqualTo(EvmWorld.TENTH);
        world.execute("DELETE FROM rail_evm_outflow WHERE address = '" + address + "'");
        forward(address, EvmWorld.TENTH);
        watch();
        watch();
        assertThat(sum(address)).isEqualTo(EvmWorld.TENTH);
    }

    @Test
    void crumbs_wait_for_the_least_deposit() {
        var address = world.deposit();
        forward(address, EvmWorld.LEAST_COINS.subtract(BigInteger.ONE));
        watch();
        assertThat(coins(address)).isEmpty();
        forward(address, BigInteger.ONE);
        watch();
        assertThat(sum(address)).isEqualTo(EvmWorld.LEAST_COINS);
    }

    /// In any order of payments, top-ups and sweeps, the credits are the payments.
    @Test
    void credits_are_what_was_paid_in_whatever_order() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        var paid = new HashMap<String, BigInteger>();
        for (int at = 0; at < 3; at++) {
            paid.put(world.deposit(), BigInteger.ZERO);
        }
        var addresses = List.copyOf(paid.keySet());
        for (int step = 0; step < 40; step++) {
            var address = addresses.get(random.nextInt(addresses.size()));
            var units = HUNDREDTH
                    .multiply(BigInteger.valueOf(1 + random.nextInt(9)))
                    .add(BigInteger.valueOf(random.nextInt(1_000)));
            switch (random.nextInt(7)) {
                case 0 -> {
                    forward(address, units);
                    paid.merge(address, units, BigInteger::add);
                }
                case 1 -> {
                    pay(address, units);
                    paid.merge(address, units, BigInteger::add);
                }
                case 2 -> payToken(address, 1_000 + random.nextInt(1_000));
                case 3 -> watch();
                case 4 -> {
                    watch();
                    EvmWorld.sweepOnce(world.module);
                }
                case 5 -> world.stepPayouts();
                default -> world.node.mine(1);
            }
        }
        sweep();
        sweep();
        addresses.forEach(each -> assertThat(sum(each)).as("seed " + seed).isEqualTo(paid.get(each)));
        assertThat(world.reports()).noneMatch(each -> each.reversed());
    }
}
