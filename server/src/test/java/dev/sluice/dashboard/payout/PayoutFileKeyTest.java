package dev.sluice.dashboard.payout;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.dashboard.ImportFileCase;
import dev.sluice.merchant.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests of the idempotency keys of a file's payouts. No other caller can use them.
class PayoutFileKeyTest extends ImportFileCase {
    private static final String BULK = "/dashboard/payouts/bulk";
    private static final byte[] ROWS = csv(
            "currency,amount,account_name,account_number,bank_code,reference",
            List.of("IDR,10000,Siti Rahayu,1234567890,014,A-1", "IDR,20000,Budi Santoso,1234567891,014,A-2"));

    private static String key(String file) {
        return "bulk/" + file.substring(BULK.length() + 1) + "/1";
    }

    @Test
    void no_program_takes_the_key_of_a_file() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        var refused = merchant.client()
                .post("/v2/disbursement/fiat", idr(item("1234567890", "10000")), key(file))
                .expect(400);
        assertThat(refused.code()).isEqualTo("IDEMPOTENCY_KEY_INVALID");
        assertThat(refused.message()).contains("dashboard files");
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body()).contains("2,made,", "3,made,");
    }

    /// A program took the key in a release that did not reserve such keys. The rows must not wait until it
    /// expires.
    @Test
    void rows_whose_key_was_taken_are_refused_at_once() {
        var maker = person(Role.MAKER);
        var file = uploaded(maker, BULK, ROWS);
        merchant.client()
                .post("/v2/disbursement/fiat", idr(item("1234567890", "10000")), "taken")
                .expect(201);
        service.connections()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE idempotency_answer SET idempotency_key = ?"
                                        + " WHERE organization_id = ? AND idempotency_key = 'taken'",
                                key(file),
                                merchant.organizationId()));
        assertThat(maker.post(file + "/confirm", Map.of()).statusCode()).isEqualTo(303);
        awaitEnd(maker, file);
        assertThat(maker.get(file + "/result").body())
                .contains("IDEMPOTENCY_KEY_REUSED")
                .doesNotContain(",made,");
        assertThat(merchant.payouts()).isEqualTo(1);
    }
}
