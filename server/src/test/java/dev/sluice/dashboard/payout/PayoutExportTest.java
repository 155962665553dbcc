package dev.sluice.dashboard.payout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Merchant;
import dev.sluice.dashboard.DashboardTest;
import dev.sluice.ledger.Funding;
import dev.sluice.ledger.Ledger;
import dev.sluice.merchant.Role;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Tests of the payout export.
class PayoutExportTest extends DashboardTest {
    private static final String EXPORT = "/dashboard/payouts/export";
    private static final String POLYGON = "0x52908400098527886E0F7030069857D2E4169EE7";
    private static final String STELLAR = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

    private static final Pattern AT_END = Pattern.compile(",test,([^,]+),([^,]+)$");

    private String paid(String token, String wallet, String more) {
        return merchant.client()
                .post(
                        "/v1/disbursement/crypto",
                        "{\"token\":\"" + token + "\",\"receivers\":[{\"receiverWalletAddress\":\"" + wallet
                                + "\",\"amount\":5" + more + "}]}")
                .expect(201)
                .data()
                .path("disburseData")
                .get(0)
                .path("disbursementId")
                .stringValue();
    }

    @Test
    void a_file_has_what_the_bank_calls_a_payout_and_whom_it_went_to() {
        var first = merchant.paid("1234567890", "10000");
        var second = merchant.paid("1234567890", "20000");
        merchant.await(first, "completed");
        merchant.await(second, "completed");
        var viewer = person(Role.VIEWER);
        var lines = viewer.get(EXPORT + "?sort=createdAt").body().lines().toList();
        for (var payout : List.of(first, second)) {
            var recipient = Merchant.text(merchant.payout(payout).path("recipient"), "recipientId");
            var line = lines.stream().filter(each -> each.startsWith(payout)).findFirst();
            var end = AT_END.matcher(line.orElseThrow()).results().findFirst().orElseThrow();
            assertThat(end.group(2)).isEqualTo(recipient);
            assertThat(viewer.get("/dashboard/payouts/" + payout).body()).contains(">" + end.group(1) + "</dd>");
        }
        service.connections()
                .run(tx -> tx.handle()
                        .execute(
                                "UPDATE disbursement_progress SET rail_reference = '=1+1' WHERE id = ?",
                                UUID.fromString(first)));
        assertThat(viewer.get(EXPORT).body()).contains(",test,'=1+1,").doesNotContain(",=1+1");
    }

    @Test
    void a_file_has_memos_transactions_and_who_made_it() {
        var money = Money.exactly(new BigDecimal("1000"), Asset.crypto("usdc-stellar", 7));
        var funding = new Funding(new Ledger(service.clocks()), service.clocks());
        service.connections().run(tx -> funding.deposit(tx, merchant.organizationId(), List.of(money)));
        var first = paid("usdc-polygon", POLYGON, "");
        paid("usdc-stellar", STELLAR, ",\"memo\":\"customer 4712\"");
        var hash = Merchant.text(merchant.awaitTokenPayout(first, "completed").path("transactionData"), "txHash");
        var viewer = person(Role.VIEWER);
        var tokens = viewer.get(EXPORT + "?kind=crypto&sort=createdAt")
                .body()
                .lines()
                .toList();
        assertThat(tokens.getFirst()).endsWith(",memo,tx_hash,made_by,bank_reference,recipient_id");
        assertThat(tokens.get(1)).startsWith(first).endsWith(",," + hash + ",test,,");
        assertThat(tokens.get(2)).contains(",customer 4712,").endsWith(",test,,");
    }
}
