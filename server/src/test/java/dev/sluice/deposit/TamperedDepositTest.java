package dev.sluice.deposit;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.db.ServingRole;
import dev.sluice.rail.RailAlerts;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An attacker with the password of the serving role, but not the master key, redirects payers or takes their
/// payments.
class TamperedDepositTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String OTHERS =
            "(SELECT other.payments FROM deposit_progress other WHERE other.organization_id ="
                    + " deposit_progress.organization_id AND other.id <> deposit_progress.id)";

    private static TestService service;
    private static ServingRole attacker;
    private Merchant merchant;

    @BeforeAll
    static void start() {
        service = TestService.start();
        attacker = new ServingRole(service.connections());
    }

    @AfterAll
    static void stop() {
        attacker.close();
        service.close();
    }

    @BeforeEach
    void enter() {
        merchant = Merchant.at(service);
    }

    @AfterEach
    void close() {
        merchant.close();
    }

    private static void change(String table, String what, String id) {
        assertThat(attacker.execute("UPDATE " + table + " SET " + what + " WHERE id = ?", UUID.fromString(id)))
                .isEqualTo(1);
    }

    private String get(String id) {
        return merchant.client().get("/v1/deposit/fiat/" + id).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payment = payment || ' '",
                "payment = '{\"vaNumber\":\"6666\"}'",
                "destination = destination || '6'",
                "input_units = input_units - 1",
                "output_units = output_units * 2",
                "rate = 2",
                "fee_units = 1",
                "rail = 'stellar'",
                "method = '008_VA'",
                "mac = ''",
                "mac = sha256('guessed')"
            })
    void nobody_is_told_to_pay_by_instructions_that_were_changed(String change) {
        var id = merchant.createDeposit("014_VA", "100000");
        assertThat(get(id)).startsWith("200");
        change("deposit", change, id);
        assertThat(get(id)).contains("DEPOSIT_HELD");
        assertThat(merchant.client()
                        .patch("/v1/deposit/" + id + "/cancel", null)
                        .toString())
                .contains("DEPOSIT_HELD");
        var listed = merchant.client().get("/v1/deposit/fiat?depositId=" + id).expect(200);
        assertThat(listed.text()).doesNotContain("6666");
        assertThat(RailAlerts.conditions(service.connections()))
                .anySatisfy(condition -> assertThat(condition).startsWith("deposit/tampered/"));
        assertThat(service.audit().faults()).anyMatch(fault -> fault.contains("deposit " + id));
    }

    @Test
    void money_whose_route_was_changed_is_nobody_elses_and_arrives_once_it_is_restored() {
        var mine = merchant.createDeposit("014_VA", "100000");
        try (var other = Merchant.at(service)) {
            var theirs = other.createDeposit("014_VA", "100000");
            var route = "UPDATE merchant_directory SET organization_id = ?, target_id = ? WHERE key ="
                    + " (SELECT destination FROM deposit WHERE id = ?)";
            assertThat(attacker.execute(route, other.organizationId(), UUID.fromString(theirs), UUID.fromString(mine)))
                    .isEqualTo(1);
            merchant.payIn(mine, null).expect(200);
            Eventually.await(PATIENCE, "a look at the receipt", () -> looks(mine), count -> count > 0);
            assertThat(text(other.deposit(theirs), "status")).isEqualTo("pending");
            attacker.execute(route, merchant.organizationId(), UUID.fromString(mine), UUID.fromString(mine));
            merchant.awaitDeposit(mine, "completed");
            assertThat(text(other.deposit(theirs), "status")).isEqualTo("pending");
        }
    }

    /// Returns the number of receipts for a deposit's destination that a worker has read or postponed.
    private static long looks(String id) {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM rail_incoming_payment r JOIN deposit d"
                                + " ON d.destination = r.destination WHERE d.id = :id"
                                + " AND (r.read_at IS NOT NULL OR r.due_at > r.seen_at)")
                        .bind("id", UUID.fromString(id))
                        .mapTo(Long.class)
                        .one());
    }

    @ParameterizedTest
    @ValueSource(strings = {"payments = " + OTHERS, "payments_mac = NULL", "refunds = '[]'"})
    void a_refund_goes_to_nobody_but_who_paid(String change) {
        var id = paid();
        paid();
        change("deposit_progress", change, id);
        var refunded = merchant.client().post("/v1/deposit/" + id + "/refund", "{\"amount\":50000}");
        assertThat(refunded.toString()).contains("DEPOSIT_HELD");
    }

    private String paid() {
        var id = merchant.createDeposit("014_VA", "100000");
        merchant.payIn(id, null).expect(200);
        merchant.awaitDeposit(id, "completed");
        return id;
    }
}
