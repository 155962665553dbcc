package dev.sluice;

import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.Routing;
import dev.sluice.notice.Kind;
import dev.sluice.notice.Notices;
import dev.sluice.notice.Subject;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.FeltRail;
import dev.sluice.rail.Halts;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Pulse;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.Sightings;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.sandbox.SandboxBank;
import dev.sluice.rail.sandbox.SandboxPayin;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.sandbox.chain.SandboxChainPayin;
import dev.sluice.rail.sandbox.chain.SandboxChainWorker;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// The rails of a deployment for payouts and deposits, with their workers. Configured real chains come first; in a
/// sandbox, the simulated bank and chain handle everything else.
final class ConfiguredRails implements AutoCloseable {
    private static final Duration OFTEN = Duration.ofMillis(200);

    private final Pulse pulse;
    private final RailStops stops;
    private final EvmChains evm;
    private final StellarChain stellar;
    private final Rails payouts;
    private final PayinRails payins;
    private final Consumer<Workers> simulation;

    private ConfiguredRails(EvmChains evm, StellarChain stellar, Simulated simulated, Pulse pulse, RailStops stops) {
        this.pulse = pulse;
        this.stops = stops;
        this.evm = evm;
        this.stellar = stellar;
        // Rails to chains have their own queue, and count the networks' answers themselves.
        var felt = simulated.payouts().stream()
                .<Rail>map(rail -> new FeltRail(rail, pulse))
                .toList();
        this.payouts = new Rails(evm.rails(stellar.before(felt)));
        this.payins = new PayinRails(evm.payinRails(stellar.payinsBefore(simulated.payins())), stops::isStopped);
        this.simulation = simulated.work();
    }

    /// Stores for the reports that rails send unsolicited.
    record Inboxes(Sightings sightings, Receipts receipts, Alerts alerts) {}

    /// Look-ups of the merchants: the owners of destinations, and the frozen organizations.
    record Merchants(Routing routing, Organizations organizations) {}

    /// Simulated rails and their workers.
    record Simulated(List<Rail> payouts, List<PayinRail> payins, Consumer<Workers> work) {}

    /// Factory of the simulated rails.
    interface Simulator {
        Simulated of(Foundation ground, Supplier<URI> baseUrl, Inboxes inboxes);
    }

    /// Wires the rails. The reference data has to be loaded before.
    static ConfiguredRails wire(
            Config config,
            Foundation ground,
            Supplier<URI> baseUrl,
            Merchants merchants,
            Inboxes inboxes,
            Simulator simulator) {
        Adoptions.run(ground);
        // The constructor loads the stopped rails, so that no worker takes a step on one of them.
        var stops = new RailStops(ground.database());
        var halts = new Halts(stops::isStopped, merchants.organizations()::frozen);
        var pulse = new Pulse(ground.clocks());
        return new ConfiguredRails(
                EvmChains.wire(config.evm(), ground, inboxes, merchants.routing(), halts, pulse),
                StellarChain.wire(config, ground, inboxes, halts, pulse),
                config.environment() == Config.Environment.SANDBOX
                        ? simulator.of(ground, baseUrl, inboxes)
                        : new Simulated(List.of(), List.of(), _ -> {}),
                pulse,
                stops);
    }

    /// Creates a node's stores for unsolicited reports of rails.
    static Inboxes inboxes(Foundation ground, Notices notices) {
        return new Inboxes(new Sightings(ground.vault()), new Receipts(ground.vault()), alerts(ground, notices));
    }

    /// Returns alerts of rails, which operators receive as notices.
    static Alerts alerts(Foundation ground, Notices notices) {
        return new Alerts(
                ground.database(),
                ground.clocks(),
                (tx, alert) -> notices.report(
                        tx, Kind.RAIL_ALERT, List.of(new Subject(alert.rail(), null, null, alert.message()))));
    }

    /// Returns the alarm for payouts and other records whose rows were manipulated in the database.
    static TamperAlarm alarm(Foundation ground, Notices notices) {
        return new TamperAlarm(alerts(ground, notices), ground.meters());
    }

    /// Returns the sandbox's own bank and chain.
    static Simulated sandbox(Foundation ground, Supplier<URI> baseUrl, Inboxes inboxes) {
        var database = ground.database();
        var clocks = ground.clocks();
        var networks = SandboxNetworks.of(new References(database, Served.everything()));
        var bank = new SandboxBank(database, clocks, inboxes.sightings(), inboxes.receipts());
        var chain = new SandboxChainWorker(database, clocks, inboxes.receipts());
        return new Simulated(
                List.of(new SandboxChain(database, clocks, networks), new SandboxRail(database, clocks)),
                List.of(new SandboxPayin(baseUrl), new SandboxChainPayin(networks)),
                workers -> {
                    workers.every("sandbox-bank", OFTEN, bank::step);
                    workers.every("sandbox-chain", OFTEN, chain::step);
                });
    }

    Rails payouts() {
        return payouts;
    }

    PayinRails payins() {
        return payins;
    }

    /// Returns the health counters of the rails at this node.
    Pulse pulse() {
        return pulse;
    }

    /// Returns the rails that operators have stopped.
    RailStops stops() {
        return stops;
    }

    /// Reloads the capabilities of the rails to chains: the tokens that operators have enabled or disabled, and
    /// the networks that accept deposits. Each node does so every few seconds.
    ///
    /// @return true if they have changed, so that the offered methods may have changed too
    boolean refresh() {
        boolean changed = evm.refresh();
        return stellar.refresh() || changed;
    }

    /// Adds the shared workers: any node can run them for the whole deployment.
    void work(Workers workers) {
        evm.work(workers);
        stellar.work(workers);
        simulation.accept(workers);
    }

    @Override
    public void close() {
        stellar.close();
    }
}
