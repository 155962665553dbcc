package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Payouts with a recipient that was changed in the database: users see an explanation, and never that recipient.
class HeldPayoutTest extends DashboardTest {
    private static final String CLEARING_WINDOW = "9999000032";
    private static final String THIEF = "9999000099";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String CHANGED = "Record changed, on hold";

    /// The proof names exactly the changed payouts.
    @BeforeAll
    static void expect() {
        expectFaults(faults -> assertThat(faults)
                .isNotEmpty()
                .allMatch(fault -> fault.startsWith("payout ") && fault.endsWith("it was changed in the database")));
    }

    /// Returns a payout that would go to another recipient if it were sent.
    private String tampered() {
        var id = merchant.paid(CLEARING_WINDOW, "10000");
        var other = merchant.paid(THIEF, "17777");
        int changed = service.connections()
                .inTx(tx -> tx.handle()
                        .execute(
                                "UPDATE disbursement d SET payee = x.payee FROM disbursement x"
                                        + " WHERE d.id = ? AND x.id = ?",
                                UUID.fromString(id),
                                UUID.fromString(other)));
        assertThat(changed).isEqualTo(1);
        merchant.client().patch("/v1/disbursement/" + other + "/cancel", "{}").expect(200);
        return id;
    }

    @Test
    void the_api_says_that_it_is_held() {
        var id = tampered();
        assertThat(text(merchant.payout(id), "status")).isEqualTo("pending");
        assertThat(text(merchant.payout(id), "statusDetail")).isEqualTo("held");
        var listed = merchant.client().get("/v1/disbursement/fiat?disbursementId=" + id);
        assertThat(listed.data().path("docs").get(0).path("statusDetail").asString())
                .isEqualTo("held");
    }

    @Test
    void a_token_payout_is_held_in_the_same_way() {
        var id = Merchant.id(merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"usdc-polygon\",\"receivers\":[{\"receiverWalletAddress\":"
                                + "\"0x0000000000000000000000000000000000999034\",\"amount\":25}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
        service.connections()
                .run(tx -> tx.handle()
                        .execute("UPDATE disbursement SET note = 'for 42' WHERE id = ?", UUID.fromString(id)));
        for (var path : new String[] {"/" + id, "?disbursementId=" + id}) {
            var data = merchant.client().get("/v1/disbursement/crypto" + path).data();
            var payout = data.has("docs") ? data.path("docs").get(0) : data;
            assertThat(payout.path("statusDetail").asString()).isEqualTo("held");
        }
    }

    private void receiver(String id, String address) {
        service.connections()
                .run(tx -> tx.handle()
                        .execute("UPDATE disbursement SET receiver = ? WHERE id = ?", address, UUID.fromString(id)));
    }

    @Test
    void a_bank_payout_that_is_given_a_wallet_in_the_database_is_held_and_shown_as_such() {
        var id = merchant.paid(CLEARING_WINDOW, "10000");
        receiver(id, "0x0000000000000000000000000000000000000001");
        assertThat(text(merchant.payout(id), "statusDetail")).isEqualTo("held");
        for (var list : new String[] {"fiat", "crypto"}) {
            merchant.client().get("/v1/disbursement/" + list).expect(200);
        }
        var owner = person(Role.OWNER);
        assertThat(owner.get("/dashboard/payouts/" + id).body())
                .contains(CHANGED)
                .doesNotContain("0x0000000000000000000000000000000000000001");
        for (var path : new String[] {"/dashboard", "/dashboard/payouts", "/dashboard/payouts?kind=crypto"}) {
            assertThat(owner.get(path).statusCode()).as(path).isEqualTo(200);
        }
        assertThat(person(Role.OPERATOR)
                        .get("/dashboard/operator/payouts/" + merchant.organizationId() + "/" + id)
                        .body())
                .contains("Not shown: the record was changed");
    }

    @Test
    void a_token_payout_with_another_wallet_or_none_in_the_column_is_held() {
        var id = Merchant.id(merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"usdc-polygon\",\"receivers\":[{\"receiverWalletAddress\":"
                                + "\"0x0000000000000000000000000000000000999034\",\"amount\":25}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
        for (var address : new String[] {"0x0000000000000000000000000000000000000001", null}) {
            receiver(id, address);
            var payout = merchant.client()
                    .get("/v1/disbursement/crypto/" + id)
                    .expect(200)
                    .data();
            assertThat(payout.path("statusDetail").asString()).as(address).isEqualTo("held");
        }
    }

    @Test
    void pages_of_its_merchant_say_so_and_do_not_show_the_payee_or_the_amount_of_the_row() {
        var id = tampered();
        var owner = person(Role.OWNER);
        var page = owner.get("/dashboard/payouts/" + id).body();
        assertThat(page)
                .contains(CHANGED, "while it is checked", "On hold: its record was changed")
                .doesNotContain("/dashboard/recipients/", "Account number", "10,000.00", "/cancel\"");
        for (var path : new String[] {"/dashboard/payouts", "/dashboard"}) {
            assertThat(owner.get(path).body()).contains(CHANGED);
        }
        var exported = owner.get("/dashboard/payouts/export?status=pending").body();
        assertThat(exported).contains(id, "held").doesNotContain(THIEF.substring(6));
    }

    @Test
    void pages_of_operators_say_so_and_do_not_show_the_amount_of_the_row() {
        var id = tampered();
        var operator = person(Role.OPERATOR);
        var path = "/dashboard/operator/payouts/" + merchant.organizationId() + "/" + id;
        assertThat(operator.get(path).body())
                .contains("Held payouts", "Not shown: the record was changed")
                .doesNotContain(path + "/stop", path + "/query");
        assertThat(operator.post(path + "/stop", Map.of("reason", "x")).statusCode())
                .isEqualTo(409);
        service.connections()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE disbursement_due SET due_at = now() - interval '1 hour'"
                                        + " WHERE disbursement_id = ?",
                                UUID.fromString(id)));
        Eventually.within(
                PATIENCE,
                "it is held",
                () -> operator.get("/dashboard/operator").body().contains("because their records were changed"));
        assertThat(operator.get("/dashboard/operator/payouts?reason=held").body())
                .contains(id, "Held: record changed");
    }
}
