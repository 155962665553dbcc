package dev.sluice.rail.evm.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.http.Json;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.Hex;
import dev.sluice.rail.evm.rpc.TestProxy;
import dev.sluice.rail.evm.rpc.TestProxy.Act;
import dev.sluice.rail.evm.sweep.SweepStore.Sweep;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Two endpoints, and the remaining one lacks the newest blocks: no sweep ends because a payment is not there yet, and
/// no gas is bought twice.
class EvmSweepBehindTest {
    private static final int ROUNDS_MAX = 30;
    private static EvmWorld world;

    private TestProxy first;
    private TestProxy second;
    private String address;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(3);
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @BeforeEach
    void two_endpoints() {
        first = new TestProxy(world.node.url());
        second = new TestProxy(world.node.url());
        world.endpoints = List.of(first.url(), second.url());
        world.module = world.newModule();
        address = world.deposit();
    }

    @AfterEach
    void leave_one() {
        first.close();
        second.close();
        world.endpoints = List.of(world.node.url());
        world.module = world.newModule();
    }

    @Test
    void what_came_in_after_the_newest_block_of_an_endpoint_is_swept_once_it_knows_of_it() {
        long before = head();
        pay(50);
        fallBehind(before);
        EvmWorld.sweepOnce(world.module);
        assertThat(second.asked).contains("eth_getBlockByNumber");
        assertThat(state()).isEqualTo("found");
        catchUp();
        sweepUntil("done");
        assertThat(world.node.tokens(world.usdc, address)).isZero();
    }

    @Test
    void what_came_in_while_a_sweep_was_under_way_is_not_passed_over_when_that_one_ends() {
        pay(51);
        sweepUntil("signed");
        long before = head();
        pay(52);
        EvmWorld.sweepOnce(world.module);
        assertThat(state()).isEqualTo("found");
        fallBehind(before);
        EvmWorld.sweepOnce(world.module);
        assertThat(state()).isEqualTo("found");
        catchUp();
        sweepUntil("done");
        assertThat(world.node.tokens(world.usdc, address)).isZero();
    }

    @Test
    void coins_for_gas_that_an_endpoint_does_not_know_of_yet_are_not_sent_once_more() {
        pay(53);
        long before = head();
        EvmWorld.sweepOnce(world.module);
        assertThat(state()).isEqualTo("gas_sent");
        world.stepPayouts();
        world.node.mine(world.confirmations);
        world.stepPayouts();
        assertThat(world.node.coins(address)).isPositive();
        world.pass(Duration.ofSeconds(5));
        fallBehind(before);
        EvmWorld.sweepOnce(world.module);
        EvmWorld.sweepOnce(world.module);
        assertThat(state()).isEqualTo("found");
        assertThat(fuelled()).isEqualTo(1);
        catchUp();
        sweepUntil("done");
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        assertThat(fuelled()).isEqualTo(1);
    }

    /// Leaves only the second endpoint, with an old newest block.
    private void fallBehind(long head) {
        var newest = world.node.call("eth_getBlockByNumber", Hex.quantity(head), false);
        var answer = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + newest + "}";
        second.say(body -> isOfNewest(body) ? Optional.of(answer) : Optional.empty());
        first.behave(_ -> Act.HANG_UP);
    }

    private void catchUp() {
        second.say(_ -> Optional.empty());
        first.behave(_ -> Act.PASS);
        world.pass(Duration.ofMinutes(2));
    }

    private static boolean isOfNewest(byte[] body) {
        var request = Json.parse(body);
        return request.get("method").stringValue().equals("eth_getBlockByNumber")
                && request.get("params").get(0).stringValue().equals("latest");
    }

    private static long head() {
        return world.node.chain().head().number();
    }

    private void pay(long units) {
        world.node.mint(world.usdc, address, BigInteger.valueOf(units));
        world.node.mine(world.confirmations);
        world.watch();
    }

    private void sweepUntil(String state) {
        for (int round = 0; round < ROUNDS_MAX && !state().equals(state); round++) {
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
            world.node.mine(world.confirmations);
            world.stepPayouts();
            world.pass(Duration.ofSeconds(5));
        }
        assertThat(state()).isEqualTo(state);
    }

    /// Returns the state of the token sweep.
    private String state() {
        return world.database.database().inTx(tx -> SweepStore.lockAddress(tx, EvmWorld.NETWORK, address)).stream()
                .filter(each -> each.token().equals(EvmWorld.USDC.code()))
                .map(Sweep::state)
                .findFirst()
                .orElseThrow();
    }

    /// Returns the number of gas transfers to the address.
    private long fuelled() {
        return world.count("SELECT count(*) FROM rail_evm_slot WHERE target = '" + address + "'");
    }
}
