package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.fileimport.TestFileMacs;
import dev.sluice.merchant.Role;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Tests that a file is paid at the fees of its confirmation and to the recipients as they were at its upload, or not
/// at all.
class PayoutFileConfirmationTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final byte[] ROWS = csv(
            "currency,amount,account_name,account_number,bank_code,reference",
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,20000,Budi Santoso,1234567891,014,A-2"));

    /// Change of the recipient to another account.
    private static final String MOVED = """
            {"name":"Siti Rahayu","email":"siti@example.com","address":"Jalan Braga 99","city":"Bandung",\
            "postCode":"40111","bank":{"accountName":"Siti Rahayu","accountNumber":"1234567899"}}""";

    private void feeIs(String flat) {
        operate("terms", Map.of("kind", "PAYOUT", "asset", "IDR", "method", "", "flat", flat, "percentage", "0"));
    }

    private void freeze(String state) {
        operate("switch", Map.of("switch", "frozen", "state", state));
    }

    private void operate(String what, Map<String, String> fields) {
        var path = "/dashboard/operator/organizations/" + merchant.organizationId() + "/" + what;
        var form = new HashMap<>(fields);
        form.put("reason", "Contract 12");
        assertThat(person(Role.OPERATOR).post(path, form).statusCode()).isEqualTo(303);
    }

    private List<BigDecimal> fees() {
        return merchant.latest()
                .map(payout ->
                        merchant.payout(Merchant.id(payout)).path("feeAmount").decimalValue())
                .toList();
    }

    @Test
    void it_is_paid_at_the_fees_that_were_shown() {
        feeIs("100");
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        assertThat(maker.get(file).body()).contains("30,200");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(fees()).hasSize(2).allSatisfy(fee -> assertThat(fee).isEqualByComparingTo("100"));
        assertThat(maker.get(file + "/result").body()).contains("completed,100,");
    }

    @Test
    void fees_that_changed_since_they_were_shown_are_not_taken() {
        feeIs("100");
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        feeIs("109");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isZero();
        assertThat(maker.get(file).body()).contains("has a fee of 109 IDR now, 100 IDR was confirmed");
        var again = uploaded(maker, BULK, ROWS);
        assertThat(maker.get(again).body()).contains("30,218");
        maker.post(again + "/confirm", again(maker, again));
        awaitEnd(maker, again);
        assertThat(fees()).hasSize(2).allSatisfy(fee -> assertThat(fee).isEqualByComparingTo("109"));
    }

    @Test
    void fees_that_change_once_it_was_confirmed_are_not_taken() {
        feeIs("100");
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        freeze("on");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        feeIs("109");
        freeze("off");
        loseLeases("fileimport_file");
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isZero();
        assertThat(maker.get(file).body()).contains("has a fee of 109 IDR now, 100 IDR was confirmed");
        assertThat(maker.get(file + "/result").body()).contains("FEE_CHANGED");
    }

    @Test
    void a_payee_who_is_changed_after_the_file_was_sent_is_not_paid_by_it() {
        var payee = merchant.storedInIndonesia();
        var rows = csv("currency,amount,recipient_id", List.of("IDR,10000," + payee));
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, rows);
        merchant.client().patch("/v1/recipient/" + payee, MOVED).expect(200);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isZero();
        assertThat(maker.get(file + "/result").body())
                .contains("PAYEE_CHANGED", "was changed after it was selected here");
        var again = uploaded(maker, BULK, rows);
        maker.post(again + "/confirm", again(maker, again));
        awaitEnd(maker, again);
        assertThat(merchant.payouts()).isEqualTo(1);
    }

    /// A change that began before the upload but was committed after it has an earlier timestamp.
    @Test
    void a_payee_whose_change_was_under_way_when_the_file_was_sent_is_not_paid_by_it() {
        var payee = merchant.storedInIndonesia();
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, csv("currency,amount,recipient_id", List.of("IDR,10000," + payee)));
        merchant.client().patch("/v1/recipient/" + payee, MOVED).expect(200);
        service.connections()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE recipient SET updated_at = updated_at - interval '1 hour' WHERE id = ?::uuid",
                                payee));
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isZero();
        assertThat(maker.get(file + "/result").body()).contains("PAYEE_CHANGED");
    }

    @Test
    void a_row_that_is_refused_for_another_one_says_for_which() {
        var payee = merchant.storedInIndonesia();
        var rows = csv(
                "currency,amount,recipient_id,account_name,account_number,bank_code",
                List.of("IDR,10000," + payee + ",,,", "IDR,20000,,Budi Santoso,1234567891,014"));
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, rows);
        merchant.client().patch("/v1/recipient/" + payee, MOVED).expect(200);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body())
                .contains(
                        "PAYEE_CHANGED",
                        "OTHER_ROW_REFUSED",
                        "was not paid, because row 2 of the same request was refused")
                .doesNotContain("amount disburseData");
    }

    /// The file is paid long after its confirmation.
    @Test
    void rows_of_a_frozen_file_are_told_however_long_it_waits() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        freeze("on");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitTaken(file);
        merchant.advance("P4D");
        var more = csv(
                "currency,amount,account_name,account_number,bank_code,reference",
                List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,30000,Budi Santoso,1234567891,014,A-3"));
        var again = uploaded(maker, BULK, more);
        assertThat(maker.get(again).body()).containsOnlyOnce("Same content as a row of");
        assertThat(maker.post(again + "/confirm", Map.of()).statusCode()).isEqualTo(409);
    }

    /// The bank checks every row, even if other rows are faulty.
    @Test
    void a_row_with_the_name_of_somebody_else_is_found_beside_a_faulty_one() {
        operate("switch", Map.of("switch", "verification-blocks", "state", "on"));
        var rows = csv(
                "currency,amount,account_name,account_number,bank_code",
                List.of(
                        "IDR,10000,Siti Rahayu,,014",
                        "IDR,10000,Somebody Else,9999000041,014",
                        "IDR,10000,Siti Rahayu,1234567890,014"));
        var page =
                person(Role.MAKER).get(uploaded(person(Role.MAKER), BULK, rows)).body();
        assertThat(page)
                .contains("Rows: 3. Payable: 1. With errors: 2.")
                .contains("does not match the account holder's name at the bank");
    }

    /// A node died between creating the payouts and storing their ids.
    @Test
    void what_was_made_of_it_is_written_down_while_no_money_may_leave() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        freeze("on");
        var id = UUID.fromString(file.substring(BULK.length() + 1));
        service.connections().run(tx -> {
            tx.handle()
                    .execute(
                            "UPDATE fileimport_row SET state = 'READY', group_id = NULL, created_id = NULL"
                                    + " WHERE file_id = ?",
                            id);
            TestFileMacs.renewBulk(tx, service.vault(), id);
            tx.handle().execute("UPDATE fileimport_file SET state = 'CONFIRMED', done_at = NULL WHERE id = ?", id);
        });
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body()).contains("2,made,", "3,made,");
        assertThat(merchant.payouts()).isEqualTo(2);
    }

    @Test
    void a_frozen_file_waits() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        freeze("on");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitTaken(file);
        assertThat(merchant.payouts()).isZero();
        assertThat(maker.get(file).body()).doesNotContain("Done:");
        freeze("off");
        loseLeases("fileimport_file");
        awaitEnd(maker, file);
        assertThat(merchant.payouts()).isEqualTo(2);
    }

    /// Waits until a node has leased the file.
    private static void awaitTaken(String file) {
        var id = UUID.fromString(file.substring(BULK.length() + 1));
        await(() -> service.connections()
                .read(handle -> handle.createQuery(
                                "SELECT leased_until IS NOT NULL FROM fileimport_file WHERE id = :id")
                        .bind("id", id)
                        .mapTo(Boolean.class)
                        .one()));
    }
}
