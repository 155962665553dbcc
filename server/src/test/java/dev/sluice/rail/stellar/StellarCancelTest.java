package dev.sluice.rail.stellar;

import static dev.sluice.app.Merchant.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestService;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// A whole node with an empty hot account, and a merchant that cancels the waiting payout.
class StellarCancelTest {
    private static final String PASSPHRASE = "Stand-in of a network ; November 2026";
    private static final String SEED = "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN";
    private static final String ISSUER = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
    private static final long COIN = StellarTestNetwork.COIN;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Money MONEY = Money.exactly(new BigDecimal("100"), Asset.crypto("usdc-stellar", 7));

    @Test
    void what_waits_for_money_is_cancelled_by_its_merchant_and_never_paid() throws Exception {
        var ledger = new StandInLedger(PASSPHRASE, InstantSource.system());
        var hot = SecretKey.of(SEED);
        var money = ledger.account(hot.account(), 100 * COIN).trust("USDC", ISSUER, Long.MAX_VALUE, 0);
        var first = ledger.account(StellarTestNetwork.key().account(), 5 * COIN);
        var second = ledger.account(StellarTestNetwork.key().account(), 5 * COIN);
        var wanted = first.trust("USDC", ISSUER, Long.MAX_VALUE, 0);
        var paid = second.trust("USDC", ISSUER, Long.MAX_VALUE, 0);
        try (var horizon = new StandIn(ledger, PASSPHRASE);
                var service = TestService.start(Map.of(
                        "SLUICE_STELLAR_HORIZON", horizon.uri().toString(),
                        "SLUICE_STELLAR_PASSPHRASE", PASSPHRASE,
                        "SLUICE_STELLAR_SECRET_SEED", SEED));
                var merchant = Merchant.named(service, "Acme", "till", List.of(MONEY))) {
            var id = pay(merchant, first.id, 25);
            merchant.awaitTokenPayout(id, payout -> text(payout, "statusDetail").equals("submitted"));
            Eventually.within(PATIENCE, "the rail has looked and found too little", () -> waits(service, id));
            var cancelled = merchant.cancel(id).expect(200);
            assertThat(cancelled.message()).isEqualTo("Disbursement cancelled");
            assertThat(text(merchant.tokenPayout(id), "status")).isEqualTo("cancelled");
            assertThat(merchant.available("usdc-stellar")).isEqualByComparingTo("100");
            assertThat(merchant.held("usdc-stellar")).isZero();
            assertThat(merchant.eventTypes(id))
                    .containsExactly("disbursement.created", "disbursement.submitted", "disbursement.cancelled");

            money.balance = 1_000 * COIN;
            var other = pay(merchant, second.id, 10);
            merchant.awaitTokenPayout(other, "completed");
            assertThat(paid.balance).isEqualTo(10 * COIN);
            assertThat(wanted.balance).isZero();
            assertThat(merchant.cancel(other).expect(409).code()).isEqualTo("DISBURSEMENT_NOT_CANCELLABLE");
            assertThat(service.audit().faults()).isEmpty();
        }
    }

    private static String pay(Merchant merchant, String payee, int amount) {
        var body = "{\"token\":\"usdc-stellar\",\"receivers\":[{\"receiverWalletAddress\":\"" + payee + "\",\"amount\":"
                + amount + "}]}";
        return Merchant.id(merchant.client()
                .post("/v1/disbursement/crypto", body)
                .expect(201)
                .data()
                .path("disburseData")
                .get(0));
    }

    private static boolean waits(TestService service, String id) {
        return service.connections()
                        .read(handle -> handle.createQuery("""
                        SELECT count(*) FROM rail_stellar_payment
                        WHERE payout_id = :id AND state = 'queued' AND waits_for IS NOT NULL
                        """)
                                .bind("id", UUID.fromString(id))
                                .mapTo(Long.class)
                                .one())
                > 0;
    }
}
