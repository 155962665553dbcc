package dev.sluice.app;

import dev.sluice.auth.ApiClients;
import dev.sluice.auth.ApiKeys;
import dev.sluice.auth.DemoSeed;
import dev.sluice.auth.TamperReport;
import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Meters;
import dev.sluice.http.Routes;
import dev.sluice.ledger.LedgerVerifier;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A whole service for a test: a real node on a free port with a real database and the demo organization.
public final class TestService implements AutoCloseable {
    private static final byte[] MASTER_KEY = masterKey();
    private static final Node.CredentialsWriter NOBODY = (_, _) -> {};

    private final TestDatabase database;
    private final boolean ownsDatabase;
    /// Null once closed: test classes hold their service for as long as the tests' JVM lives.
    private @Nullable Running running;

    private TestService(
            TestDatabase database,
            boolean ownsDatabase,
            Map<String, String> settings,
            Clocks clocks,
            Node.CredentialsWriter credentials) {
        this(database, ownsDatabase, database.address(), settings, clocks, credentials);
    }

    private TestService(
            TestDatabase database,
            boolean ownsDatabase,
            Database.Address address,
            Map<String, String> settings,
            Clocks clocks,
            Node.CredentialsWriter credentials) {
        this.database = database;
        this.ownsDatabase = ownsDatabase;
        var meters = new Meters();
        var connections = Database.open(address, 8, meters.registry());
        clocks.refresh(connections);
        var ground = new Infrastructure(
                connections, null, Vault.open(connections, MASTER_KEY), clocks, new SecureRandom(), meters.registry());
        try {
            this.running =
                    new Running(ground, Node.start(config(settings), ground, meters.registry(), credentials), meters);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Starts a service with a database of its own, no rate limit, and rates exactly as in the table.
    public static TestService start() {
        return start(Map.of());
    }

    /// Starts a service with other settings, by their `SLUICE_` names.
    public static TestService start(Map<String, String> settings) {
        return new TestService(TestDatabase.create(), true, settings, system(), NOBODY);
    }

    /// Starts a node on an existing database with another database role.
    static TestService startAs(TestDatabase database, Database.Address role) {
        return new TestService(database, false, role, Map.of(), system(), NOBODY);
    }

    /// Starts a service with a clock that the test controls.
    public static TestService start(InstantSource real) {
        return new TestService(TestDatabase.create(), true, Map.of(), new Clocks(real), NOBODY);
    }

    /// Starts a service with other settings, by their `SLUICE_` names, and a clock that the test controls.
    public static TestService start(Map<String, String> settings, InstantSource real) {
        return new TestService(TestDatabase.create(), true, settings, new Clocks(real), NOBODY);
    }

    /// Starts a service with a custom writer of its credentials.
    static TestService startTelling(Node.CredentialsWriter credentials) {
        return new TestService(TestDatabase.create(), true, Map.of(), system(), credentials);
    }

    /// Starts another node on the same database.
    public TestService sibling() {
        return sibling(Map.of());
    }

    /// Starts another node on the same database with other settings, by their `SLUICE_` names.
    public TestService sibling(Map<String, String> settings) {
        return new TestService(database, false, settings, system(), NOBODY);
    }

    /// Starts another node, on a machine with a clock ahead of PostgreSQL's.
    public TestService siblingAhead(Duration by) {
        var clocks = Clocks.ofMachine(() -> Instant.now().plus(by));
        return new TestService(database, false, Map.of(), clocks, NOBODY);
    }

    private static Clocks system() {
        return new Clocks(InstantSource.system());
    }

    public URI baseUrl() {
        return running().node().baseUrl();
    }

    public Routes routes() {
        return running().node().routes();
    }

    public DemoSeed.Demo demo() {
        return running().node().demo().orElseThrow();
    }

    /// Returns a client of the demo organization that signs.
    public TestClient signing() {
        var credentials = demo().credentials();
        return TestClient.signing(
                baseUrl(), credentials.get("SLUICE_CLIENT_ID"), credentials.get("SLUICE_CLIENT_SECRET"));
    }

    /// Returns a client of the demo organization with its API key.
    public TestClient bearing() {
        return TestClient.bearing(baseUrl(), demo().credentials().get("SLUICE_API_KEY"));
    }

    public Database connections() {
        return running().ground().database();
    }

    /// Returns the number of transactions that wait for a lock.
    public long waiting() {
        return connections()
                .read(handle -> handle.createQuery("""
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """).mapTo(Long.class).one());
    }

    public Vault vault() {
        return running().ground().vault();
    }

    public Clocks clocks() {
        return running().ground().clocks();
    }

    /// Returns the service's API clients.
    public ApiClients apiClients() {
        return ApiClients.wire(
                connections(),
                vault(),
                clocks(),
                TenantDirectory.wire(connections()),
                new SecureRandom(),
                true,
                TamperReport.NONE);
    }

    /// Returns the service's API keys.
    public ApiKeys apiKeys() {
        return ApiKeys.wire(
                connections(),
                vault(),
                clocks(),
                TenantDirectory.wire(connections()),
                new SecureRandom(),
                true,
                TamperReport.NONE);
    }

    /// Verifies the ledger now.
    public LedgerVerifier.Report audit() {
        return LedgerVerifier.verify(running().ground().database(), AuditSources.payments(vault()));
    }

    /// Closing twice is no error.
    @Override
    public void close() {
        var closing = running;
        if (closing == null) {
            return;
        }
        running = null;
        closing.node().close();
        closing.ground().close();
        closing.meters().close();
        if (ownsDatabase) {
            database.close();
        }
    }

    private Running running() {
        return Objects.requireNonNull(running, "the service is closed");
    }

    private static Config config(Map<String, String> settings) {
        var all = new HashMap<>(Map.of("SLUICE_PORT", "0", "SLUICE_RATE_LIMIT", "off", "SLUICE_RATE_WALK", "off"));
        all.putAll(settings);
        try {
            return Config.load(all, Path.of("no-such-sluice.yaml"));
        } catch (Config.Invalid invalid) {
            throw new IllegalArgumentException(String.join("; ", invalid.lines()), invalid);
        }
    }

    private static byte[] masterKey() {
        var key = new byte[Vault.MASTER_KEY_BYTES];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        return key;
    }

    private record Running(Infrastructure ground, Node node, Meters meters) {}
}
