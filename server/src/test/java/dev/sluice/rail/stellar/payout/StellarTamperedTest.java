package dev.sluice.rail.stellar.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.ServingRole;
import dev.sluice.rail.Alerts.Alert;
import dev.sluice.rail.Cancellation;
import dev.sluice.rail.Instruction;
import dev.sluice.rail.Outcome;
import dev.sluice.rail.stellar.StandInAccount;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the service's database role, but not the hot account's key, modifies the rail's
/// rows.
class StellarTamperedTest extends StellarCase {
    private static final Duration A_WHILE = Duration.ofMinutes(15);
    private static final String QUEUED_AGAIN =
            "state = 'queued', ended_at = NULL, due_at = '2020-01-01', source = NULL,"
                    + " sequence = NULL, hash = NULL, envelope = NULL, bump = NULL, max_time = NULL, fee_bid = NULL,"
                    + " fee_estimated = NULL, submitted_at = NULL, answer = NULL, fee_charged = NULL";

    private ServingRole attacker;
    private StandInAccount other;

    @BeforeEach
    void comeIn() {
        attacker = new ServingRole(database.database());
        other = network.payee();
    }

    @AfterEach
    void goAway() {
        attacker.close();
    }

    private int change(Instruction instruction, String change, Object... arguments) {
        var all = new Object[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = instruction.payout().payoutId();
        return attacker.execute("UPDATE rail_stellar_payment SET " + change + " WHERE payout_id = ?", all);
    }

    private void isHeld(Instruction instruction) {
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Accepted.class);
        assertThat(network.rail().attempts(instruction.payout()))
                .last()
                .satisfies(attempt -> assertThat(attempt.words())
                        .isEqualTo("Its stored data was changed; an operator must check it"));
        assertThat(network.alerts())
                .extracting(Alert::message)
                .anySatisfy(message -> assertThat(message)
                        .contains(instruction.payout().payoutId().toString()));
        assertThat(network.meters.get("sluice.payouts.tampered").counters()).isNotEmpty();
    }

    @Test
    void a_queued_payment_to_another_address_is_held_and_pays_nobody() {
        var instruction = submitted();
        assertThat(change(instruction, "address = ?", other.id)).isEqualTo(1);
        network.pass(A_WHILE);
        assertThat(network.held(other)).isZero();
        assertThat(network.held(payee)).isZero();
        isHeld(instruction);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stroops = stroops * 10", "memo = '42'", "token = 'xlm-stellar'", "mac = NULL"})
    void a_queued_payment_that_was_changed_is_held(String change) {
        var instruction = submitted();
        change(instruction, change);
        network.pass(A_WHILE);
        assertThat(network.held(payee)).isZero();
        isHeld(instruction);
    }

    @Test
    void a_payment_that_was_paid_and_is_queued_again_is_not_signed_again() {
        var instruction = submitted();
        network.pass(A_WHILE);
        assertThat(network.queryOutcome(instruction)).isInstanceOf(Outcome.Settled.class);
        change(instruction, QUEUED_AGAIN);
        network.pass(A_WHILE);
        assertThat(network.held(payee)).isEqualTo(COIN);
        isHeld(instruction);
    }

    /// Only the service can mark a transaction as dead: the mark is a MAC.
    @Test
    void a_transaction_is_not_dead_because_the_row_says_so() {
        var instruction = submitted();
        network.pass(A_WHILE);
        change(instruction, "expired_hashes = array_append(expired_hashes, hash), " + QUEUED_AGAIN);
        attacker.execute("UPDATE rail_stellar_transaction SET dead = sha256('guessed')");
        network.pass(A_WHILE);
        assertThat(network.held(payee)).isEqualTo(COIN);
        isHeld(instruction);
    }

    @Test
    void a_payment_that_was_cancelled_and_is_queued_again_is_not_signed() {
        var instruction = submitted();
        assertThat(network.rail().cancel(instruction.payout())).isEqualTo(Cancellation.CANCELLED);
        change(instruction, QUEUED_AGAIN);
        network.pass(A_WHILE);
        assertThat(network.held(payee)).isZero();
        isHeld(instruction);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM rail_stellar_transaction",
                "UPDATE rail_stellar_transaction SET hash = 'another'",
                "UPDATE rail_stellar_transaction SET max_time = now()",
                "UPDATE rail_stellar_transaction SET payout_id = gen_random_uuid()"
            })
    void the_history_cannot_be_taken_back(String sql) {
        assertThatThrownBy(() -> attacker.execute(sql)).hasMessageContaining("permission denied");
    }
}
