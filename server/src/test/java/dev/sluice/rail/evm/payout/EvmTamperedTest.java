package dev.sluice.rail.evm.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.ServingRole;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.Attempt;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.evm.EvmRail;
import dev.sluice.rail.evm.EvmWorld;
import dev.sluice.rail.evm.rpc.Erc20;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the wallet's key, modifies the rail's rows.
class EvmTamperedTest {
    private static final Duration A_WHILE = Duration.ofMinutes(6);
    private static EvmWorld world;
    private static ServingRole attacker;
    private static String address;

    @BeforeAll
    static void open() {
        world = EvmWorld.with(2);
        attacker = new ServingRole(world.database.database());
        address = EvmWorld.someone(world.node);
    }

    @AfterAll
    static void close() {
        attacker.close();
        world.close();
    }

    @BeforeEach
    void fresh() {
        world.stopped.clear();
        world.alerts.clear();
        // An alert names the first held payout.
        world.execute("DELETE FROM rail_evm_payout WHERE state = 'queued'");
        world.execute("DELETE FROM rail_alert");
    }

    private static Instruction submitted() {
        var instruction = world.pay(EvmWorld.USDC, EvmWorld.someone(world.node), 42);
        world.module.rail().submit(List.of(instruction));
        return instruction;
    }

    /// Returns a queued payout; the rail is stopped.
    private static Instruction queued() {
        world.stopped.add(EvmRail.NAME);
        var instruction = submitted();
        world.stopped.clear();
        return instruction;
    }

    private static int change(Instruction instruction, String change) {
        return attacker.execute(
                "UPDATE rail_evm_payout SET " + change + " WHERE payout_id = ?",
                instruction.payout().payoutId());
    }

    private static BigInteger paid(Instruction instruction) {
        return world.node.tokens(world.usdc, instruction.wallet().address());
    }

    private static Outcome ask(Instruction instruction) {
        return world.module.rail().queryOutcomes(List.of(instruction.payout())).getFirst();
    }

    private static void keep() {
        for (int round = 0; round < 4; round++) {
            world.pass(A_WHILE);
            world.stepPayouts();
            world.node.mine(world.confirmations);
        }
    }

    private static void isHeld(Instruction instruction) {
        assertThat(ask(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(world.module.rail().attempts(instruction.payout()))
                .containsExactly(new Attempt(
                        null,
                        null,
                        Attempt.Answer.QUEUED,
                        "Its stored data was changed; an operator has to look at it"));
        assertThat(world.alerts)
                .extracting(Alert::message)
                .anySatisfy(message -> assertThat(message)
                        .contains(instruction.payout().payoutId().toString()));
        assertThat(world.meters.get("sluice.payouts.tampered").counters()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"payee = '%s'", "units = 42000000", "token = 'usdt-anvil'", "mac = NULL"})
    void a_queued_payout_that_was_changed_is_held_and_pays_nobody(String change) {
        var instruction = queued();
        assertThat(change(instruction, change.formatted(address))).isEqualTo(1);
        keep();
        isHeld(instruction);
        assertThat(paid(instruction)).isZero();
        assertThat(world.node.tokens(world.usdc, address)).isZero();
    }

    @Test
    void a_payout_of_somebody_else_is_held() {
        var id = world.clocks.newId();
        var organization = queued().payout().organizationId();
        attacker.execute(
                "INSERT INTO rail_evm_payout (organization_id, payout_id, network, token, units, payee, state, due_at)"
                        + " VALUES (?, ?, 'anvil', 'usdc-anvil', 7, ?, 'queued', '2020-01-01')",
                organization,
                id,
                address);
        keep();
        assertThat(world.node.tokens(world.usdc, address)).isZero();
    }

    /// The MAC is valid, because the payout was paid with it.
    @Test
    void a_payout_that_was_paid_and_is_queued_again_is_not_signed_again() {
        var instruction = submitted();
        keep();
        assertThat(ask(instruction)).isInstanceOf(Outcome.Settled.class);
        change(
                instruction,
                "state = 'queued', ended_at = NULL, sender = NULL, nonce = NULL, hash = NULL, gas_charged = NULL,"
                        + " gas_used = NULL, due_at = '2020-01-01'");
        keep();
        assertThat(paid(instruction)).isEqualTo(42);
        isHeld(instruction);
    }

    @Test
    void a_payout_that_was_cancelled_and_is_queued_again_is_not_signed() {
        var instruction = queued();
        assertThat(world.module.rail().cancel(instruction.payout())).isEqualTo(Cancellation.CANCELLED);
        change(instruction, "state = 'queued', ended_at = NULL, due_at = '2020-01-01'");
        keep();
        assertThat(paid(instruction)).isZero();
        isHeld(instruction);
    }

    /// A replacement pays the recipient of the wallet's earlier signature for the nonce, regardless of the row.
    @Test
    void a_place_that_was_changed_is_not_signed_anew() {
        world.node.automine(false);
        var instruction = submitted();
        attacker.execute(
                "UPDATE rail_evm_slot SET data = ?, signed_at = '2020-01-01', sent_at = '2020-01-01'"
                        + " WHERE payout_id = ?",
                Erc20.transfer(world.usdc, address, BigInteger.valueOf(42)).data(),
                instruction.payout().payoutId());
        world.pass(A_WHILE);
        world.stepPayouts();
        world.node.automine(true);
        keep();
        assertThat(world.node.tokens(world.usdc, address)).isZero();
        assertThat(world.alerts).extracting(Alert::condition).contains("anvil/tampered");
        assertThat(paid(instruction)).isEqualTo(42);
    }

    @Test
    void a_place_of_somebody_else_is_not_signed() {
        world.node.automine(false);
        var before = world.node.coins(address);
        long next = world.count("SELECT next_nonce FROM rail_evm_wallet");
        attacker.execute(
                "INSERT INTO rail_evm_slot (network, sender, nonce, token, units, target, value, data, gas_limit, tip,"
                        + " max_fee, hash, signed_at) VALUES ('anvil', ?, ?, 'eth-anvil', 5, ?, 5, '0x', 21000, 1,"
                        + " 5000000000, '0xabc', '2020-01-01')",
                world.signer.address(),
                next,
                address);
        world.pass(A_WHILE);
        world.stepPayouts();
        assertThat(world.alerts)
                .extracting(Alert::condition)
                .anySatisfy(condition -> assertThat(condition).startsWith("tampered"));
        world.node.automine(true);
        world.node.mine(1);
        assertThat(world.node.coins(address)).isEqualTo(before);
        world.execute("DELETE FROM rail_evm_slot WHERE hash = '0xabc'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM rail_evm_slot",
                "UPDATE rail_evm_slot SET payout_id = NULL, organization_id = NULL",
                "UPDATE rail_evm_slot SET nonce = nonce + 1",
                "UPDATE rail_evm_transaction SET raw = raw",
                "DELETE FROM rail_evm_transaction",
                "DELETE FROM rail_evm_stopped",
                "UPDATE rail_evm_stopped SET payout_id = gen_random_uuid()"
            })
    void the_history_cannot_be_taken_back(String sql) {
        assertThatThrownBy(() -> attacker.execute(sql)).hasMessageContaining("permission denied");
    }
}
