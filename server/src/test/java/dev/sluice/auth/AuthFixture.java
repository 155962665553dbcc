package dev.sluice.auth;

import dev.sluice.clock.Clocks;
import dev.sluice.db.TestDatabase;
import dev.sluice.http.Envelope;
import dev.sluice.http.Route;
import dev.sluice.http.Routes;
import dev.sluice.http.server.Admission;
import dev.sluice.http.server.PublicScheme;
import dev.sluice.http.server.Server;
import dev.sluice.idempotency.IdempotentRequests;
import dev.sluice.merchant.Organization;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Switches;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.merchant.Users;
import dev.sluice.net.IpRange;
import dev.sluice.net.TrustedProxies;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/// The modules up to this one on a real database, with a real clock that a test may shift.
public final class AuthFixture implements AutoCloseable {
    public final TestDatabase database = TestDatabase.create();
    public final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    public final InstantSource realClock = () -> Instant.now().plus(ahead.get());
    public final Clocks clocks = new Clocks(InstantSource.system());
    public final SecureRandom random = new SecureRandom();
    public final Vault vault = Vault.open(database.database(), new byte[Vault.MASTER_KEY_BYTES]);
    public final TenantDirectory routing = TenantDirectory.wire(database.database());
    public final Organizations organizations = Organizations.wire(database.database(), clocks);
    public final Users users = Users.wire(database.database(), clocks, routing, random);
    public final ApiClients clients =
            ApiClients.wire(database.database(), vault, clocks, routing, random, true, TamperReport.NONE);
    public final ApiKeys keys =
            ApiKeys.wire(database.database(), vault, clocks, routing, random, true, TamperReport.NONE);
    public final IdempotentRequests replays = new IdempotentRequests(database.database(), vault, clocks);
    public final Envelope envelope = new Envelope(clocks);

    public Organization organization(String name) {
        return organizations.create(name, Switches.sandbox());
    }

    public DemoSeed demoSeed() {
        return DemoSeed.wire(database.database(), vault, organizations, users, routing, clients, keys);
    }

    public Guard guard(Optional<RateLimit> limit, boolean sandbox) {
        return Guard.wire(
                clients, keys, organizations, replays, envelope, realClock, limit, sandbox, RequestObserver.NOBODY);
    }

    /// Starts a server on a free loopback port that trusts `X-Forwarded-For`.
    public Server serve(Optional<RateLimit> limit, boolean sandbox, Function<Guard, List<Route>> routes) {
        return Server.start(
                "127.0.0.1",
                0,
                new Routes(routes.apply(guard(limit, sandbox))),
                envelope,
                new SimpleMeterRegistry(),
                new TrustedProxies(List.of(IpRange.parse("127.0.0.1"))),
                PublicScheme.PLAIN,
                new Admission());
    }

    @Override
    public void close() {
        database.close();
    }
}
