package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.merchant.Role;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Tests that a payout of tokens can be cancelled after its rail has accepted it, until it has a transaction.
class UnsentPayoutTest extends DashboardTest {
    /// Wallet with transactions that stay in the mempool for ten minutes.
    private static final String POOLED = "0x0000000000000000000000000000000000999034";

    @Test
    void what_is_handed_over_and_not_sent_can_be_cancelled() {
        var body = "{\"token\":\"usdc-polygon\",\"receivers\":[{\"receiverWalletAddress\":\"" + POOLED
                + "\",\"amount\":25}]}";
        var id = Merchant.id(merchant.client()
                .post("/v1/disbursement/crypto", body)
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
        var page = "/dashboard/payouts/" + id;
        var form = "action=\"" + page + "/cancel\"";
        merchant.awaitTokenPayout(id, payout -> payout.has("transactionData"));
        assertThat(person(Role.MAKER).get(page).body()).doesNotContain(form);
        service.connections()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE disbursement_progress SET rail_reference = NULL WHERE id = ?",
                                UUID.fromString(id)));
        assertThat(person(Role.MAKER).get(page).body()).contains(form);
        assertThat(person(Role.VIEWER).get(page).body()).doesNotContain(form);
    }
}
