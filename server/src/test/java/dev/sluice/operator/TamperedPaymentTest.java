package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.db.ServingRole;
import dev.sluice.merchant.Role;
import dev.sluice.rail.RailAlerts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, tries to have money sent back twice or
/// to another account, or to have it credited again.
class TamperedPaymentTest extends MovingTest {
    private static final Map<String, String> BACK = Map.of("reason", "Its payer rang us up");

    private final ServingRole attacker = new ServingRole(service.connections());

    @AfterEach
    void leave() {
        attacker.close();
    }

    /// A payment to an unknown destination that went back to its payer.
    private String sentBack(String name) {
        tell(nobodys(BANK, name, idr("50000")));
        awaitRead();
        var path = path(PLATFORM, name);
        assertThat(person(Role.OPERATOR).post(path + "/refund", BACK).statusCode())
                .isEqualTo(303);
        return path;
    }

    private String mac(String name) {
        return one("SELECT mac::text FROM deposit_payment WHERE key = '" + key(name) + "'", String.class);
    }

    private void change(String what, String name) {
        assertThat(attacker.execute("UPDATE deposit_payment SET " + what + " WHERE key = ?", key(name)))
                .isEqualTo(1);
    }

    private static long refunds() {
        return one("SELECT count(*) FROM disbursement WHERE organization_id = '" + PLATFORM + "'", Long.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resolution = NULL, refund_id = NULL",
                "resolution = NULL, refund_id = NULL, transfers = 1",
                "resolution = NULL, refund_id = NULL, mac = ''",
                "resolution = NULL, refund_id = NULL, transfers = 1, mac = sha256('guessed')"
            })
    void what_went_back_does_not_go_back_again(String change) {
        var path = sentBack("n");
        var mac = mac("n");
        var refund = one("SELECT refund_id::text FROM deposit_payment WHERE key = '" + key("n") + "'", String.class);
        long before = refunds();
        change(change, "n");
        assertThat(person(Role.OPERATOR).post(path + "/refund", BACK).statusCode())
                .isEqualTo(409);
        assertThat(refunds()).isEqualTo(before);
        assertThat(RailAlerts.conditions(service.connections()))
                .anySatisfy(condition -> assertThat(condition).startsWith("payment/tampered/"));
        assertThat(service.audit().faults()).anyMatch(fault -> fault.contains("payment "));
        change("resolution = 'REFUNDED', transfers = 2, refund_id = '" + refund + "', mac = '" + mac + "'", "n");
    }

    @Test
    void the_state_from_before_it_went_back_does_not_send_it_again() {
        tell(nobodys(BANK, "n", idr("50000")));
        awaitRead();
        var open = mac("n");
        var path = path(PLATFORM, "n");
        var operator = person(Role.OPERATOR);
        assertThat(operator.post(path + "/refund", BACK).statusCode()).isEqualTo(303);
        var mac = mac("n");
        var refund = one("SELECT refund_id::text FROM deposit_payment WHERE key = '" + key("n") + "'", String.class);
        long before = refunds();
        change("resolution = NULL, refund_id = NULL, transfers = 1, mac = '" + open + "'", "n");
        assertThat(operator.post(path + "/refund", BACK).statusCode()).isEqualTo(500);
        assertThat(refunds()).isEqualTo(before);
        change("resolution = 'REFUNDED', transfers = 2, refund_id = '" + refund + "', mac = '" + mac + "'", "n");
    }

    @Test
    void it_goes_to_nobody_but_who_paid() {
        tell(nobodys(BANK, "mine", idr("50000")));
        tell(nobodysFrom("6666666666", "theirs", idr("1000")));
        awaitRead();
        long before = refunds();
        var swap = "UPDATE rail_incoming_payment SET payer = (SELECT payer FROM rail_incoming_payment WHERE key = ?)"
                + " WHERE key = ?";
        var sealed =
                one("SELECT payer::text FROM rail_incoming_payment WHERE key = '" + key("mine") + "'", String.class);
        assertThat(attacker.execute(swap, key("theirs"), key("mine"))).isEqualTo(1);
        assertThat(person(Role.OPERATOR)
                        .post(path(PLATFORM, "mine") + "/refund", BACK)
                        .statusCode())
                .isEqualTo(409);
        assertThat(refunds()).isEqualTo(before);
        attacker.execute("UPDATE rail_incoming_payment SET payer = ?::bytea WHERE key = ?", sealed, key("mine"));
    }

    @Test
    void a_receipt_that_was_counted_is_not_counted_again() {
        var id = asked("50000");
        tell(receipt(id, BANK, "n", idr("50000")));
        awaitRead();
        assertThat(status(deposit(id))).isEqualTo("completed");
        var columns = List.of("key = key || '!'", "organization_id = gen_random_uuid()", "id = gen_random_uuid()");
        for (var column : columns) {
            assertThatThrownBy(() -> change(column, "n")).hasMessageContaining("permission denied");
        }
        assertThatThrownBy(() -> attacker.execute("DELETE FROM deposit_payment WHERE key = ?", key("n")))
                .hasMessageContaining("permission denied");
        var before = merchant.available("IDR");
        change("revision = revision + 1, reversed_at = now()", "n");
        attacker.execute("UPDATE rail_incoming_payment SET read_at = NULL, due_at = now() WHERE key = ?", key("n"));
        await(() -> RailAlerts.conditions(service.connections()).stream()
                .anyMatch(condition -> condition.startsWith("payment/tampered/")));
        assertThat(merchant.available("IDR")).isEqualByComparingTo(before);
        change("revision = revision - 1, reversed_at = NULL", "n");
        awaitRead();
        assertThat(merchant.available("IDR")).isEqualByComparingTo(before);
    }
}
