package dev.sluice.deposit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.MerchantTest;
import dev.sluice.merchant.TenantDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// Late money is matched with its deposit: virtual account numbers are reassigned after a while, wallet addresses
/// never.
class KeptRouteTest extends MerchantTest {
    private static final Duration LONG = Duration.ofDays(400);

    @Test
    void a_wallet_leads_to_its_deposit_for_good_and_a_number_at_a_bank_does_not() {
        var tokens = tokens();
        var account = merchant.asked("014_VA", "100000");
        sweep();
        assertThat(routes(tokens)).isEqualTo(1);
        assertThat(routes(account)).isZero();
        merchant.payIn(tokens, null).expect(200);
        merchant.completedTokens(tokens);
    }

    @Test
    void the_migration_makes_again_what_was_given_free() {
        var freed = tokens();
        var dated = tokens();
        var account = merchant.asked("014_VA", "100000");
        execute("DELETE FROM merchant_route WHERE target_id = :id", freed);
        execute("UPDATE merchant_route SET reusable_at = '2020-01-01T00:00:00Z' WHERE target_id = :id", dated);
        service.connections().run(tx -> tx.handle().createScript(migration()).execute());
        sweep();
        assertThat(routes(freed)).isEqualTo(1);
        assertThat(routes(dated)).isEqualTo(1);
        assertThat(routes(account)).isZero();
        merchant.payIn(freed, null).expect(200);
        merchant.completedTokens(freed);
    }

    private String tokens() {
        return merchant.askedTokens("usdc-polygon", "100");
    }

    /// Sweeps routes as at a later time.
    private static void sweep() {
        TenantDirectory.wire(service.connections())
                .sweep(service.clocks().instant().plus(LONG));
    }

    private static long routes(String depositId) {
        return service.connections()
                .read(handle -> handle.createQuery("SELECT count(*) FROM merchant_route WHERE target_id = :id")
                        .bind("id", UUID.fromString(depositId))
                        .mapTo(Long.class)
                        .one());
    }

    private static void execute(String sql, String depositId) {
        service.connections()
                .run(tx -> tx.handle()
                        .createUpdate(sql)
                        .bind("id", UUID.fromString(depositId))
                        .execute());
    }

    private static String migration() {
        try (var file = Objects.requireNonNull(
                KeptRouteTest.class.getResourceAsStream("/db/migration/V0078__route_of_chain.sql"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
