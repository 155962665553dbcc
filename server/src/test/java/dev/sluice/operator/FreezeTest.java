package dev.sluice.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.merchant.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Freeze of an organization's outgoing money: set by an operator, and seen by the organization's programs and users.
class FreezeTest extends ImportFileCase {
    private static final String PAYEE = "1234567890";

    private void turn(String state) {
        var path = "/dashboard/operator/organizations/" + merchant.organizationId() + "/switch";
        var form = Map.of("switch", "frozen", "state", state, "reason", "Stolen keys, case 7");
        assertThat(person(Role.OPERATOR).post(path, form).statusCode()).isEqualTo(303);
    }

    @Test
    void payouts_and_refunds_are_refused_and_money_still_comes_in() {
        var deposit = merchant.createDeposit("014_VA", "100000");
        turn("on");
        var pay = merchant.pay(Merchant.idr(Merchant.item(PAYEE, "50000"))).expect(403);
        assertThat(pay.code()).isEqualTo("ORGANIZATION_FROZEN");
        var crypto = """
                {"token":"usdc-polygon","receivers":[{"receiverWalletAddress":\
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed","amount":5}]}""";
        assertThat(merchant.client()
                        .post("/v1/disbursement/crypto", crypto)
                        .expect(403)
                        .code())
                .isEqualTo("ORGANIZATION_FROZEN");
        merchant.payIn(deposit, null).expect(200);
        merchant.awaitDeposit(deposit, "completed");
        var refund = merchant.client().post("/v1/deposit/" + deposit + "/refund", null);
        assertThat(refund.expect(403).code()).isEqualTo("ORGANIZATION_FROZEN");
        assertThat(merchant.held("IDR")).isZero();
        turn("off");
        merchant.pay(Merchant.idr(Merchant.item(PAYEE, "50000"))).expect(201);
        merchant.client().post("/v1/deposit/" + deposit + "/refund", null).expect(201);
    }

    /// A client that missed the response gets it again, and learns that the payout exists.
    @Test
    void a_request_that_was_taken_before_is_answered_as_it_was_then() {
        var request = Merchant.idr(Merchant.item(PAYEE, "50000"));
        var created = merchant.client()
                .post("/v2/disbursement/fiat", request, "rent-november")
                .expect(201);
        turn("on");
        var again = merchant.client()
                .post("/v2/disbursement/fiat", request, "rent-november")
                .expect(201);
        assertThat(again.text()).isEqualTo(created.text());
        assertThat(merchant.client()
                        .post("/v2/disbursement/fiat", request, "rent-december")
                        .expect(403)
                        .code())
                .isEqualTo("ORGANIZATION_FROZEN");
        turn("off");
        merchant.client()
                .post("/v2/disbursement/fiat", request, "rent-december")
                .expect(201);
    }

    @Test
    void its_people_read_so_on_each_page() {
        turn("on");
        var maker = person(Role.MAKER);
        assertThat(maker.get("/dashboard").body()).contains("has frozen this organization");
        assertThat(maker.get("/dashboard/deposits").body()).contains("has frozen this organization");
        turn("off");
        assertThat(maker.get("/dashboard").body()).doesNotContain("has frozen this organization");
    }

    @Test
    void a_payout_by_hand_is_refused_in_words() {
        turn("on");
        var typed = Map.ofEntries(
                Map.entry("unit", "IDR"),
                Map.entry("to", "new"),
                Map.entry("recipient.bank.bankCode", "014"),
                Map.entry("recipient.bank.accountName", "Siti Rahayu"),
                Map.entry("recipient.bank.accountNumber", PAYEE),
                Map.entry("amount", "20000"),
                Map.entry("formKey", merchant.organizationId().toString()));
        var answer = person(Role.MAKER).post("/dashboard/payouts/send", typed);
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body())
                .contains("The organization is frozen: payouts are blocked until its operator unfreezes it");
        assertThat(merchant.payouts()).isZero();
    }

    @Test
    void a_file_of_payouts_waits_and_goes_on() {
        var maker = person(Role.MAKER);
        var titles = "currency,amount,account_name,account_number,bank_code";
        var rows = csv(titles, List.of("IDR,10000,Siti Rahayu," + PAYEE + ",014"));
        var file = uploaded(maker, "/dashboard/payouts/bulk", rows);
        turn("on");
        maker.post(file + "/confirm", Map.of());
        await(() -> isTakenUp(file));
        loseLeases("fileimport_file");
        await(() -> isTakenUp(file)); // again: so it was left as it is the first time
        assertThat(merchant.payouts()).isZero();
        turn("off");
        loseLeases("fileimport_file");
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(1);
    }

    private static boolean isTakenUp(String file) {
        var id = UUID.fromString(file.substring(file.lastIndexOf('/') + 1));
        return service.connections()
                .<Boolean>read(handle -> handle.createQuery("SELECT leased_until FROM fileimport_file WHERE id = :id")
                        .bind("id", id)
                        .mapTo(Instant.class)
                        .findOne()
                        .isPresent());
    }
}
