package dev.sluice.app;

import static dev.sluice.app.Merchant.idr;
import static dev.sluice.app.Merchant.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.db.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A temporary outage of the database.
class OutageTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void the_service_says_so_and_recovers_by_itself() {
        try (var service = TestService.start();
                var merchant = Merchant.at(service);
                var elsewhere = TestDatabase.create()) {
            var body = idr(item("1234567890", "10000"));
            merchant.client().post("/v2/disbursement/fiat", body, "before").expect(201);
            var quoted = """
                    {"customerName":"Budi","customerEmail":"budi@example.com","balanceType":"crypto",
                    "inputCurrency":"IDR","outputCurrency":"usdc-polygon","paymentMethod":"OVO","inputAmount":1665000,
                    "quoteId":"%s"}""".formatted(service.clocks().newId());
            merchant.client().post("/v1/deposit/fiat", quoted).expect(400);
            var name = service.connections()
                    .inTx(tx -> tx.handle()
                            .createQuery("SELECT current_database()")
                            .mapTo(String.class)
                            .one());

            elsewhere.database().run(tx -> {
                tx.handle().execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
                tx.handle().execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ?", name);
            });
            var refused = merchant.client()
                    .post("/v2/disbursement/fiat", body, "during")
                    .expect(503);
            Golden.assertSame("error/unavailable", refused.json());
            merchant.client().post("/v1/deposit/fiat", quoted).expect(503);
            assertThat(merchant.client().get("/health/ready").status()).isEqualTo(503);
            merchant.client().get("/health/live").expect(200);
            merchant.client().get("/v1/balance").expect(503);

            elsewhere.database().run(tx -> tx.handle().execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS true"));
            awaitReady(merchant.client());
            merchant.client().post("/v2/disbursement/fiat", body, "during").expect(201);
            var replay = merchant.client()
                    .post("/v2/disbursement/fiat", body, "before")
                    .expect(201);
            assertThat(replay.header("Idempotent-Replayed")).isEqualTo("true");
            var first = Merchant.id(replay.data().path("disburseData").get(0));
            merchant.await(first, "completed");
            assertThat(merchant.payouts()).isEqualTo(2);
            assertThat(service.audit().faults()).isEmpty();
        }
    }

    private static void awaitReady(TestClient client) {
        Eventually.within(
                PATIENCE, "it is ready again", () -> client.get("/health/ready").status() == 200);
    }
}
