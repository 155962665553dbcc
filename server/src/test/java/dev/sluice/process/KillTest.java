package dev.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.app.TestClient;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No acknowledged payout is lost and none is paid twice, regardless of the process that is killed while payouts are
/// being created.
@Tag("slow")
class KillTest {
    private static final int THREADS = 6;
    private static final long ACKNOWLEDGED_MIN = 40;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    static Path root;

    private static Path data;
    private static ServiceProcess service;

    @BeforeAll
    static void start() {
        data = root.resolve("data");
        service = ServiceProcess.start(data);
    }

    @AfterAll
    static void the_books_are_right_after_all() {
        try (var last = service) {
            last.terminate();
            assertThat(last.awaitExit()).isZero();
            assertProved();
            assertThat(last.database().pid()).isEmpty();
        }
    }

    @Test
    void the_service() {
        var before = available();
        var load = loadUntilKilled(() -> service.kill());
        assertThat(service.database().pid()).isPresent();
        service = ServiceProcess.start(data);
        assertThat(service.log()).contains("attached to the running embedded PostgreSQL");
        assertPaidOnce(load, before);
    }

    @Test
    void the_service_and_its_database() {
        var before = available();
        var load = loadUntilKilled(() -> {
            service.database().killPostmaster();
            service.kill();
            service.database().kill();
        });
        service = ServiceProcess.start(data);
        assertThat(service.log()).contains("recovering the embedded PostgreSQL");
        assertPaidOnce(load, before);
    }

    /// The test holds the start lock, so that the service cannot revive its database and the outage can be
    /// observed.
    @Test
    void the_database_alone_which_comes_back_by_itself() throws IOException {
        var before = available();
        var load = load();
        awaitAcknowledged(load, ACKNOWLEDGED_MIN);
        try (var client = service.signing();
                var channel = FileChannel.open(data.resolve("postgres/start.lock"), StandardOpenOption.WRITE)) {
            var lock = channel.lock();
            service.database().killPostmaster();
            Eventually.within(PATIENCE, "not ready", () -> service.health("ready") == 503);
            var refused = client.get("/v1/balance").expect(503);
            assertThat(refused.code()).isEqualTo("UNAVAILABLE");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(service.health("live")).isEqualTo(200);
            lock.release();
        }
        Eventually.within(PATIENCE, "ready again", () -> service.health("ready") == 200);
        awaitAcknowledged(load, load.acknowledged() + 10);
        load.close();
        assertThat(load.answers().values().stream()
                        .map(TestClient.Reply::status)
                        .distinct())
                .containsExactlyInAnyOrder(201, 503);
        assertPaidOnce(load, before);
    }

    private static PayoutLoad load() {
        return PayoutLoad.start(IntStream.range(0, THREADS)
                .mapToObj(thread -> thread % 2 == 0 ? service.signing() : service.bearing())
                .toList());
    }

    private static PayoutLoad loadUntilKilled(Runnable kill) {
        var load = load();
        awaitAcknowledged(load, ACKNOWLEDGED_MIN);
        Eventually.pause(Duration.ofSeconds(1));
        kill.run();
        load.close();
        assertThat(load.acknowledged()).isLessThanOrEqualTo(load.sent().size());
        return load;
    }

    private static void awaitAcknowledged(PayoutLoad load, long number) {
        Eventually.within(PATIENCE, number + " payouts", () -> load.acknowledged() >= number);
    }

    private static BigDecimal available() {
        try (var client = service.signing()) {
            return client.get("/v1/balance")
                    .expect(200)
                    .data()
                    .valueStream()
                    .filter(each -> each.path("currency").stringValue().equals("IDR"))
                    .findFirst()
                    .orElseThrow()
                    .path("available")
                    .decimalValue();
        }
    }

    private static void assertPaidOnce(PayoutLoad load, BigDecimal before) {
        Map<String, TestClient.Reply> again;
        try (var client = service.signing()) {
            again = load.again(client);
        }
        load.answers().forEach((key, first) -> {
            if (first.status() == 201) {
                assertThat(again.get(key).header("Idempotent-Replayed")).isEqualTo("true");
                assertThat(again.get(key).text()).isEqualTo(first.text());
            }
        });
        var ids = PayoutLoad.ids(again.values());
        assertThat(new HashSet<>(ids)).hasSize(load.sent().size());
        var references = load.references().stream().collect(Collectors.joining("','", "('", "')"));
        var inReferences =
                " FROM disbursement JOIN disbursement_progress USING (organization_id, id) WHERE reference IN "
                        + references;
        Eventually.within(
                PATIENCE,
                "all completed",
                () -> service.database()
                        .ask("SELECT count(*)" + inReferences + " AND status = 'completed'")
                        .equals(Integer.toString(ids.size())));
        assertThat(service.database().ask("SELECT count(*)" + inReferences)).isEqualTo(Integer.toString(ids.size()));
        assertThat(service.database()
                        .ask("SELECT count(*) FROM rail_sandbox_payment WHERE payout_id IN (SELECT id" + inReferences
                                + ")"))
                .isEqualTo(Integer.toString(ids.size()));
        var debit = new BigDecimal(service.database().ask("SELECT sum(units + fee_units) / 100" + inReferences));
        assertThat(available()).isEqualByComparingTo(before.subtract(debit));
        assertProved();
    }

    private static void assertProved() {
        var proof = ServiceProcess.run(data, Map.of(), "verify-ledger");
        assertThat(proof.out()).contains("the ledger is correct");
        assertThat(proof.exit()).isZero();
    }
}
