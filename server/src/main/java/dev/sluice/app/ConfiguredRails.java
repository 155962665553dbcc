package dev.sluice.app;

import dev.sluice.config.Config;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.notification.Kind;
import dev.sluice.notification.Notifications;
import dev.sluice.notification.Subject;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.MeteredRail;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.Rails;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.sandbox.SandboxBank;
import dev.sluice.rail.sandbox.SandboxPayin;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.sandbox.chain.SandboxChainPayin;
import dev.sluice.rail.sandbox.chain.SandboxChainWorker;
import dev.sluice.reference.DepositMethod;
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

    private final RailHealth health;
    private final RailStops stops;
    private final EvmChains evm;
    private final StellarChain stellar;
    private final Banks banks;
    private final Rails payouts;
    private final PayinRails payins;
    private final Consumer<Workers> simulation;

    private ConfiguredRails(
            EvmChains evm, StellarChain stellar, Banks banks, Simulated simulated, RailHealth health, RailStops stops) {
        this.health = health;
        this.stops = stops;
        this.evm = evm;
        this.stellar = stellar;
        this.banks = banks;
        // Rails to banks and chains have their own queue, and count the networks' answers themselves.
        var felt = simulated.payouts().stream()
                .<Rail>map(rail -> new MeteredRail(rail, health))
                .toList();
        this.payouts = new Rails(evm.rails(stellar.before(banks.before(felt))));
        this.payins = new PayinRails(
                evm.payinRails(stellar.payinsBefore(banks.payinsBefore(simulated.payins()))), stops::isStopped);
        this.simulation = simulated.work();
    }

    /// Stores for the reports that rails send unsolicited.
    record Inboxes(PayoutStatusReports statusReports, IncomingPayments incomingPayments, Alerts alerts) {}

    /// Look-ups of the merchants: the owners of destinations, and the frozen organizations.
    record Merchants(TenantDirectory directory, Organizations organizations) {}

    /// Simulated rails and their workers.
    record Simulated(List<Rail> payouts, List<PayinRail> payins, Consumer<Workers> work) {}

    /// Factory of the simulated rails.
    interface Simulator {
        Simulated of(Infrastructure infrastructure, Supplier<URI> baseUrl, Inboxes inboxes);
    }

    /// Wires the rails. The reference data has to be loaded before.
    static ConfiguredRails wire(
            Config config,
            Infrastructure infrastructure,
            Supplier<URI> baseUrl,
            Merchants merchants,
            Inboxes inboxes,
            Simulator simulator) {
        // The constructor loads the stopped rails, so that no worker takes a step on one of them.
        var stops = new RailStops(infrastructure.database());
        var suspension = new PayoutSuspension(stops::isStopped, merchants.organizations()::frozen);
        var health = new RailHealth(infrastructure.clocks());
        return new ConfiguredRails(
                EvmChains.wire(config.evm(), infrastructure, inboxes, merchants.directory(), suspension, health),
                StellarChain.wire(config, infrastructure, inboxes, suspension, health),
                Banks.wire(config, infrastructure, inboxes, merchants.directory(), suspension),
                config.environment() == Config.Environment.SANDBOX
                        ? simulator.of(infrastructure, baseUrl, inboxes)
                        : new Simulated(List.of(), List.of(), _ -> {}),
                health,
                stops);
    }

    /// Creates a node's stores for unsolicited reports of rails.
    static Inboxes inboxes(Infrastructure infrastructure, Notifications notifications) {
        return new Inboxes(
                new PayoutStatusReports(infrastructure.vault()),
                new IncomingPayments(infrastructure.vault()),
                alerts(infrastructure, notifications));
    }

    /// Returns alerts of rails, which operators receive as notices.
    static Alerts alerts(Infrastructure infrastructure, Notifications notifications) {
        return new Alerts(
                infrastructure.database(),
                infrastructure.clocks(),
                (tx, alert) -> notifications.report(
                        tx, Kind.RAIL_ALERT, List.of(new Subject(alert.rail(), null, null, alert.message()))));
    }

    /// Returns the alarm for payouts and other records whose rows were manipulated in the database.
    static TamperAlarm alarm(Infrastructure infrastructure, Notifications notifications) {
        return new TamperAlarm(alerts(infrastructure, notifications), infrastructure.meters());
    }

    /// Returns the sandbox's own bank and chain.
    static Simulated sandbox(Infrastructure infrastructure, Supplier<URI> baseUrl, Inboxes inboxes) {
        var database = infrastructure.database();
        var clocks = infrastructure.clocks();
        var networks = SandboxNetworks.of(new References(database, Served.everything()));
        var bank = new SandboxBank(database, clocks, inboxes.statusReports(), inboxes.incomingPayments());
        var chain = new SandboxChainWorker(database, clocks, inboxes.incomingPayments());
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

    /// Returns the bank accounts.
    Banks banks() {
        return banks;
    }

    /// Returns the deposit methods of the bank accounts.
    List<DepositMethod> ownDeposits() {
        return banks.depositMethods();
    }

    /// Returns the health counters of the rails at this node.
    RailHealth health() {
        return health;
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
        banks.work(workers);
        simulation.accept(workers);
    }

    @Override
    public void close() {
        stellar.close();
    }
}
