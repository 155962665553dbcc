package dev.sluice.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.MerchantTest;
import dev.sluice.merchant.TenantDirectory;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Late money is matched with its deposit: virtual account numbers are reassigned after a while, wallet addresses
/// never.
class KeptRouteTest extends MerchantTest {
    private static final Duration LONG = Duration.ofDays(400);

    @Test
    void a_wallet_leads_to_its_deposit_for_good_and_a_number_at_a_bank_does_not() {
        var tokens = tokens();
        var account = merchant.createDeposit("014_VA", "100000");
        sweep();
        assertThat(routes(tokens)).isEqualTo(1);
        assertThat(routes(account)).isZero();
        merchant.payIn(tokens, null).expect(200);
        merchant.completedTokens(tokens);
    }

    private String tokens() {
        return merchant.askedTokens("usdc-polygon", "100");
    }

    /// Sweeps routes as at a later time.
    private static void sweep() {
        TenantDirectory.wire(service.connections())
                .deleteExpired(service.clocks().instant().plus(LONG));
    }

    private static long routes(String depositId) {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM merchant_directory WHERE target_id = :id")
                        .bind("id", UUID.fromString(depositId))
                        .mapTo(Long.class)
                        .one());
    }
}
