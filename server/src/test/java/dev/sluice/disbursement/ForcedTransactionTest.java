package dev.sluice.disbursement;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.app.MerchantTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// A token payout with a forced status shows the transaction that the simulated chain would have for it, and its gas
/// is booked.
class ForcedTransactionTest extends MerchantTest {
    private static final String SLOW = "0x0000000000000000000000000000000000999034";

    private String paid(String wallet) {
        return Merchant.id(merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"usdc-polygon\",\"receivers\":[{\"amount\":25,\"receiverWalletAddress\":\""
                                + wallet + "\"}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
    }

    private JsonNode forced(String id, String status) {
        return merchant.force(id, status).expect(200).data();
    }

    @ParameterizedTest
    @ValueSource(strings = {"completed", "failed", "reversed"})
    void what_comes_to_its_end_by_force_has_a_transaction_in_a_block(String status) {
        var id = paid(SLOW);
        var payout = forced(id, status);
        var transaction = payout.path("transactionData");
        assertThat(text(transaction, "txHash")).matches("0x[0-9a-f]{64}");
        for (var field : new String[] {"gasUsed", "gasFeeEstimated", "gasFeeActual"}) {
            assertThat(transaction.path(field).decimalValue()).as(field).isPositive();
        }
        assertThat(transaction.has("gasFeeShortfall")).isTrue();
        assertThat(merchant.tokenPayout(id)).isEqualTo(payout);
        assertThat(merchant.payoutIds("/v1/disbursement/crypto?txHash=" + text(transaction, "txHash")))
                .containsExactly(id);
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void the_transaction_stays_the_same_however_often_a_status_is_forced() {
        var id = paid(SLOW);
        var sent = forced(id, "pending").path("transactionData");
        assertThat(sent.has("gasFeeEstimated")).isTrue();
        assertThat(sent.has("gasFeeActual")).isFalse();
        var mined = forced(id, "completed").path("transactionData");
        assertThat(text(mined, "txHash")).isEqualTo(text(sent, "txHash"));
        assertThat(mined.path("gasFeeEstimated")).isEqualTo(sent.path("gasFeeEstimated"));
        assertThat(forced(id, "cancelled").has("transactionData")).isFalse();
        assertThat(forced(id, "completed").path("transactionData")).isEqualTo(mined);
        assertThat(forced(id, "pending").path("transactionData")).isEqualTo(mined);
        assertThat(service.audit().faults()).isEmpty();
    }

    @Test
    void what_the_chain_has_shown_already_is_kept() {
        var id = paid("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
        var done = merchant.awaitTokenPayout(id, "completed").path("transactionData");
        assertThat(forced(id, "failed").path("transactionData")).isEqualTo(done);
        assertThat(service.audit().faults()).isEmpty();
    }
}
