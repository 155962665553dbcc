package dev.sluice.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.Eventually;
import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import dev.sluice.webhook.TestReceiver;
import dev.sluice.webhook.delivery.WebhookDispatcher;
import dev.sluice.webhook.endpoint.Endpoints.NewEndpoint;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Owners change their endpoints and request redeliveries while nodes deliver, evaluate failures and delete: no
/// deadlocks occur.
class WebhookLocksTest {
    private static final String OTHERS = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """;
    private static final String DEADLOCKS = """
            SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()
            """;
    private static final int OWNERS = 4;
    private static final int ROUNDS = 400;
    private static final int NODES = 2;
    private static final long PATIENCE_SECONDS = 300;

    private final WebhookFixture fixture = new WebhookFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void nobody_waits_in_a_circle() throws Exception {
        try (var gone = new TestReceiver(TestReceiver.answering(410));
                var broken = new TestReceiver(TestReceiver.answering(500));
                var fine = new TestReceiver(TestReceiver.answering(200))) {
            var endpoints = List.of(
                    fixture.endpoint(gone.url()),
                    fixture.endpoint(gone.url()),
                    fixture.endpoint(broken.url()),
                    fixture.endpoint(broken.url()),
                    fixture.endpoint(fine.url()));
            hammer(endpoints);
            gone.becomes(TestReceiver.answering(200));
            broken.becomes(TestReceiver.answering(200));
            for (var each : endpoints) {
                fixture.enabled(each, true);
            }
            var last = fixture.happen(1).getFirst();
            fixture.until(() -> Collections.frequency(fine.ids(), last)
                            + Collections.frequency(gone.ids(), last)
                            + Collections.frequency(broken.ids(), last)
                    == endpoints.size());
            fixture.rest();
            assertThat(deadlocks()).isZero();
        }
    }

    private void hammer(List<Endpoint> endpoints) throws Exception {
        var working = new AtomicInteger(OWNERS);
        try (var threads = Executors.newFixedThreadPool(OWNERS + NODES)) {
            var all = new ArrayList<Future<?>>();
            for (int owner = 0; owner < OWNERS; owner++) {
                var random = new Random(owner);
                all.add(threads.submit(() -> {
                    try {
                        for (int round = 0; round < ROUNDS; round++) {
                            act(random, endpoints.get(random.nextInt(endpoints.size())));
                        }
                    } finally {
                        working.decrementAndGet();
                    }
                }));
            }
            for (int node = 0; node < NODES; node++) {
                var dispatcher = node == 0 ? fixture.dispatcher : fixture.node();
                all.add(threads.submit(() -> work(dispatcher, working)));
            }
            for (var each : all) {
                each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    /// Works as a worker does: after a timeout for a connection, the next step continues.
    private static void work(WebhookDispatcher dispatcher, AtomicInteger working) {
        while (working.get() > 0) {
            try {
                WebhookFixture.until(dispatcher, () -> working.get() == 0);
            } catch (Refused unavailable) {
                assertThat(unavailable.refusal()).isEqualTo(Refusal.UNAVAILABLE);
            }
        }
        WebhookFixture.rest(dispatcher);
    }

    private void act(Random random, Endpoint endpoint) {
        try {
            choose(random, endpoint).call();
        } catch (Refused refused) {
            // The endpoint is disabled at the moment, or the machine is slow.
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Callable<?> choose(Random random, Endpoint endpoint) {
        var database = fixture.database.database();
        return switch (random.nextInt(10)) {
            case 0 -> () -> fixture.happen(3);
            case 1 -> () -> fixture.enabled(endpoint, false);
            case 2 -> () -> database.inTx(tx -> fixture.endpoints.rotate(tx, fixture.organization, endpoint.id()));
            case 3 ->
                () -> database.inTx(tx ->
                        fixture.endpoints.change(tx, fixture.organization, endpoint.id(), moved(endpoint), _ -> {}));
            case 4 ->
                () -> database.inTx(tx -> fixture.deliveries.recover(
                        tx, EndpointRef.of(endpoint), fixture.clocks.instant().minus(Duration.ofDays(2))));
            case 5 ->
                () -> {
                    fixture.pass(Duration.ofHours(1));
                    return fixture.deliveries.deleteExpired();
                };
            case 6 ->
                () -> {
                    var all = fixture.delivered(endpoint);
                    return all.isEmpty()
                            ? endpoint
                            : database.inTx(tx -> fixture.deliveries.redeliver(
                                    tx,
                                    fixture.organization,
                                    all.get(random.nextInt(all.size())).id()));
                };
            default -> () -> fixture.enabled(endpoint, true);
        };
    }

    private static NewEndpoint moved(Endpoint endpoint) {
        return new NewEndpoint(
                Optional.of(endpoint.url().resolve("/moved")),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /// Returns PostgreSQL's count of deadlocks. A connection reports its own when it ends, so all others are
    /// closed before.
    private long deadlocks() throws SQLException {
        fixture.database.database().close();
        var address = fixture.database.address();
        try (var observer = DriverManager.getConnection(address.jdbcUrl(), address.user(), address.password())) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (count(observer, OTHERS) > 0) {
                assertThat(System.nanoTime()).as("connections end").isLessThan(end);
                Eventually.pause(Duration.ofMillis(20));
            }
            return count(observer, DEADLOCKS);
        }
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
