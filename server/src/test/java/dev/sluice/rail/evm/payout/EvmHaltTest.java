package dev.sluice.rail.evm.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Attempt;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmWorld;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Payouts that an operator suspends are not signed, although the rail has them; signed ones continue.
class EvmHaltTest {
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static EvmWorld world;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
        world.watch();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    @AfterEach
    void letGo() {
        world.meanwhile = () -> {};
        world.stopped.clear();
        world.frozen.clear();
    }

    private static Outcome ask(Instruction instruction) {
        return world.module.rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    private static Instruction submitted() {
        var instruction = world.pay(EvmWorld.USDC, EvmWorld.someone(), 42);
        world.module.rail().submit(List.of(instruction));
        return instruction;
    }

    private static BigInteger paid(Instruction instruction) {
        return world.node.tokens(world.usdc, instruction.wallet().address());
    }

    private static void waits(Instruction instruction, String reason) {
        assertThat(ask(instruction))
                .isInstanceOfSatisfying(
                        Outcome.Accepted.class,
                        accepted -> assertThat(accepted.railReference()).isNull());
        assertThat(world.module.rail().attempts(instruction.payout()))
                .containsExactly(new Attempt(null, null, Attempt.Answer.QUEUED, reason));
    }

    /// Runs all steps of the keeper over a while, and no others.
    private static void keep() {
        for (int round = 0; round < 4; round++) {
            world.pass(A_MINUTE);
            world.stepPayouts();
            world.node.mine(world.confirmations);
        }
    }

    private static void isPaidOnce(Instruction instruction) {
        keep();
        assertThat(ask(instruction)).isInstanceOf(Outcome.Settled.class);
        assertThat(paid(instruction)).isEqualTo(42);
    }

    @Test
    void nothing_is_signed_while_the_rail_is_stopped_and_all_of_it_is_paid_afterwards() {
        long slots = world.count("SELECT count(*) FROM rail_evm_slot");
        world.stopped.add(EvmRail.NAME);
        var instruction = submitted();
        var cancelled = submitted();
        keep();
        world.module = world.newModule();
        keep();
        waits(instruction, "The rail is stopped");
        assertThat(world.count("SELECT count(*) FROM rail_evm_slot")).isEqualTo(slots);
        assertThat(world.module.rail().cancel(cancelled.payout())).isEqualTo(Cancellation.CANCELLED);
        world.stopped.clear();
        isPaidOnce(instruction);
        assertThat(paid(cancelled)).isZero();
    }

    @Test
    void another_rail_that_is_stopped_stops_nothing_here() {
        world.stopped.add("stellar");
        isPaidOnce(submitted());
    }

    @Test
    void what_is_signed_is_followed_to_its_end_though_the_rail_is_stopped() {
        var instruction = submitted();
        world.stopped.add(EvmRail.NAME);
        isPaidOnce(instruction);
    }

    /// Tokens are looked up after the payouts are claimed, and before any transaction is signed.
    @Test
    void a_stop_that_comes_while_a_payout_is_tried_counts() {
        world.meanwhile = () -> world.stopped.add(EvmRail.NAME);
        var instruction = submitted();
        waits(instruction, "The rail is stopped");
        world.meanwhile = () -> {};
        world.stopped.clear();
        isPaidOnce(instruction);
    }

    @Test
    void what_a_frozen_organization_pays_waits_and_holds_up_nobody_else() {
        var first = world.pay(EvmWorld.USDC, EvmWorld.someone(), 42);
        var frozen = first.payout().organizationId();
        world.frozen.add(frozen);
        world.module.rail().submit(List.of(first));
        var others = List.of(other(frozen), other(frozen));
        world.module.rail().submit(others);
        keep();
        waits(first, "The organization is frozen");
        others.forEach(EvmHaltTest::isPaidOnce);
        world.frozen.clear();
        isPaidOnce(first);
    }

    private static Instruction other(Object organization) {
        while (true) {
            var instruction = world.pay(EvmWorld.USDC, EvmWorld.someone(), 42);
            if (!instruction.payout().organizationId().equals(organization)) {
                return instruction;
            }
        }
    }

    @Test
    void what_waits_for_cheaper_gas_says_so() {
        var cap = world.feeCap;
        world.feeCap = BigInteger.ONE;
        world.module = world.newModule();
        var instruction = submitted();
        waits(instruction, "The gas price is above the configured cap");
        world.feeCap = cap;
        world.module = world.newModule();
        isPaidOnce(instruction);
    }

    @Test
    void whatever_is_waited_for_has_its_words() {
        assertThat(List.of(Preflight.FUNDS, Preflight.FEES, Preflight.TOKEN, Preflight.NODE))
                .allSatisfy(each -> assertThat(Preflight.text(each)).isPresent());
        assertThat(Preflight.text(null)).isEmpty();
    }

    /// Returns an address with a detected deposit of a token.
    private static String deposited(String token, long units) {
        var address = world.deposit();
        world.node.mint(token, address, BigInteger.valueOf(units));
        world.node.mine(world.confirmations);
        world.watch();
        return address;
    }

    @Test
    void no_sweep_begins_while_the_rail_is_stopped() {
        var address = deposited(world.usdt, 7);
        world.stopped.add(EvmRail.NAME);
        sweep();
        assertThat(world.count(
                        "SELECT count(*) FROM rail_evm_sweep WHERE state = 'found' AND address = '" + address + "'"))
                .isEqualTo(1);
        assertThat(world.node.coins(address)).isZero();
        assertThat(world.node.tokens(world.usdt, address)).isEqualTo(7);
        world.stopped.clear();
        sweep();
        assertThat(world.node.tokens(world.usdt, address)).isZero();
        assertThat(world.node.tokens(world.usdt, world.treasury)).isEqualTo(7);
    }

    /// Gas at an address is used once the rail is started again.
    @Test
    void a_sweep_whose_gas_is_there_waits_for_the_rail_as_well() {
        var address = deposited(world.refusing, 9);
        world.pass(A_MINUTE);
        EvmWorld.sweepOnce(world.module);
        world.stopped.add(EvmRail.NAME);
        sweep();
        assertThat(world.node.coins(address)).isPositive();
        assertThat(world.node.tokens(world.refusing, address)).isEqualTo(9);
        world.stopped.clear();
        sweep();
        assertThat(world.node.tokens(world.refusing, address)).isZero();
    }

    private static void sweep() {
        for (int round = 0; round < 10; round++) {
            world.pass(A_MINUTE);
            EvmWorld.sweepOnce(world.module);
            world.stepPayouts();
            world.node.mine(world.confirmations);
            world.stepPayouts();
        }
    }
}
