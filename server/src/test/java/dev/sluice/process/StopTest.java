package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.Merchant;
import dev.sluice.app.TestClient;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/// Graceful shutdown of the service, and its state at the next start.
@Tag("slow")
class StopTest {
    private static final String LOCK = "SELECT balance FROM ledger_account WHERE asset = 'IDR' FOR UPDATE";
    /// Counts the sessions blocked by this connection: others may wait for each other in the meantime.
    private static final String BEHIND = "SELECT count(*) FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))";

    @TempDir
    static Path root;

    @Test
    void sigterm_finishes_what_is_under_way_and_the_next_start_knows_it() throws Exception {
        var data = root.resolve("data");
        Map<String, String> credentials;
        String id;
        try (var service = ServiceProcess.start(data)) {
            credentials = service.credentials();
            id = stopDuringPayout(service);
            assertThat(service.awaitExit()).isZero();
            assertThat(service.database().pid()).isEmpty();
            assertThat(service.log()).doesNotContain("\"level\":\"ERROR\"");
        }
        try (var service = ServiceProcess.start(data);
                var client = service.signing()) {
            assertThat(withoutAddress(service.credentials())).isEqualTo(withoutAddress(credentials));
            Eventually.within(
                    Duration.ofSeconds(20),
                    "completed",
                    () -> client.get("/v1/disbursement/fiat/" + id)
                            .expect(200)
                            .data()
                            .path("status")
                            .stringValue()
                            .equals("completed"));
        }
    }

    /// Blocks a payout halfway, sends SIGTERM, and releases it; returns the payout's id.
    private static String stopDuringPayout(ServiceProcess service) throws SQLException {
        try (var client = service.signing();
                var latecomer = service.bearing();
                var connection = service.database().connect();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            var behind = BEHIND.formatted(connection.unwrap(PGConnection.class).getBackendPID());
            statement.executeQuery(LOCK).close();
            var payout = CompletableFuture.supplyAsync(
                    () -> client.post(PayoutLoad.PATH, Merchant.idr(Merchant.item("1234567890", "10000"))));
            Eventually.within(
                    Duration.ofSeconds(10),
                    "the payout waits",
                    () -> !service.database().ask(behind).equals("0"));
            service.terminate();
            Eventually.within(Duration.ofSeconds(20), "no new connection", () -> isRefused(latecomer));
            assertThat(payout).isNotDone();
            connection.rollback();
            return Merchant.id(payout.orTimeout(20, TimeUnit.SECONDS)
                    .join()
                    .expect(201)
                    .data()
                    .path("disburseData")
                    .get(0));
        }
    }

    private static boolean isRefused(TestClient client) {
        try {
            client.get("/health/live");
            return false;
        } catch (UncheckedIOException refused) {
            return true;
        }
    }

    private static Map<String, String> withoutAddress(Map<String, String> credentials) {
        var rest = new java.util.TreeMap<>(credentials);
        rest.keySet().removeIf(key -> key.endsWith("_URL"));
        return rest;
    }
}
