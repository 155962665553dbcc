package dev.sluice.app;

import dev.sluice.auth.Caller;
import dev.sluice.auth.Scope;
import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.http.Answer;
import dev.sluice.http.Envelope;
import dev.sluice.http.Method;
import dev.sluice.http.Request;
import dev.sluice.merchant.Organization;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.Rail;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// A node without a listener, whose workers take a step only on request. Everything else is as in the service, except
/// the rails and the clock. Used by simulations.
public final class SimulatedNode implements AutoCloseable {
    private static final URI BASE_URL = URI.create("http://127.0.0.1:8080");
    private static final String ADDRESS = "127.0.0.1";

    private final App app;
    private final Clocks clocks;

    private SimulatedNode(App app, Clocks clocks) {
        this.app = app;
        this.clocks = clocks;
    }

    /// Simulated rails, and their workers by name.
    public record SimulatedRails(List<Rail> payouts, List<PayinRail> payins, Map<String, BooleanSupplier> work) {}

    /// Environment of simulated rails: the node's database and clock, the stores for their unsolicited reports,
    /// and the sandbox's constant collection accounts and wallets.
    public record RailEnvironment(
            Database database,
            Clocks clocks,
            PayoutStatusReports statusReports,
            IncomingPayments incomingPayments,
            List<PayinRail> payins) {}

    /// Creates the simulated rails.
    @FunctionalInterface
    public interface Director {
        SimulatedRails assemble(RailEnvironment environment);
    }

    /// Wires a node on a migrated database.
    ///
    /// @param settings settings by their `SLUICE_` names
    /// @param random source of all randomness, including ids
    /// @throws IllegalArgumentException if a setting is invalid
    public static SimulatedNode open(
            Map<String, String> settings,
            Database database,
            byte[] masterKey,
            InstantSource clock,
            SecureRandom random,
            Director director) {
        var infrastructure = infrastructure(database, masterKey, clock, random);
        return of(config(settings), infrastructure, clock, (_, _, inboxes) -> {
            var payins = ConfiguredRails.sandbox(infrastructure, () -> BASE_URL, inboxes)
                    .payins();
            var rails = director.assemble(new RailEnvironment(
                    database, infrastructure.clocks(), inboxes.statusReports(), inboxes.incomingPayments(), payins));
            return new ConfiguredRails.Simulated(
                    rails.payouts(),
                    rails.payins(),
                    workers -> rails.work().forEach((name, step) -> workers.every(name, Duration.ZERO, step)));
        });
    }

    /// Wires a node with the sandbox's own bank and chain, and without a rate limit.
    public static SimulatedNode sandbox(Database database, byte[] masterKey, InstantSource clock, SecureRandom random) {
        return of(
                config(Map.of("SLUICE_RATE_LIMIT", "off")),
                infrastructure(database, masterKey, clock, random),
                clock,
                ConfiguredRails::sandbox);
    }

    private static Infrastructure infrastructure(
            Database database, byte[] masterKey, InstantSource clock, SecureRandom random) {
        var clocks = new Clocks(clock, random);
        clocks.refresh(database);
        return new Infrastructure(
                database, null, Vault.open(database, masterKey), clocks, random, new CompositeMeterRegistry());
    }

    private static SimulatedNode of(
            Config config, Infrastructure infrastructure, InstantSource clock, ConfiguredRails.Simulator rails) {
        var front = new App.Front(() -> BASE_URL, List.of(), new Envelope(clock), () -> false);
        return new SimulatedNode(new App(config, infrastructure, front, rails), infrastructure.clocks());
    }

    /// Calls the API as a client of an organization with all scopes.
    public Answer call(
            Organization organization, Method method, String target, byte[] body, Map<String, String> headers) {
        var caller = new Caller(
                organization.id(),
                organization.name(),
                organization.id(),
                organization.name(),
                EnumSet.allOf(Scope.class));
        var outer = new Request(clocks.newId().toString(), method, target, "", body, ADDRESS, Map.of(), _ -> null);
        return app.inward().call(caller, outer, method, target, body, headers);
    }

    /// Returns the workers' steps, by name. Each step does what is due, and returns true if there may be more.
    public Map<String, BooleanSupplier> steps() {
        return app.workers().steps();
    }

    public Clocks clocks() {
        return clocks;
    }

    @Override
    public void close() {
        app.close();
    }

    private static Config config(Map<String, String> settings) {
        try {
            return Config.load(settings, Path.of("no-such-sluice.yaml"));
        } catch (Config.Invalid invalid) {
            throw new IllegalArgumentException(String.join("; ", invalid.lines()), invalid);
        }
    }
}
