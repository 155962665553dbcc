package dev.sluice;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Rails;
import dev.sluice.rail.Receipts;
import dev.sluice.rail.Sightings;
import dev.sluice.rail.sandbox.SandboxBank;
import dev.sluice.rail.sandbox.SandboxPayin;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.sandbox.chain.SandboxChainPayin;
import dev.sluice.rail.sandbox.chain.SandboxChainWorker;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.net.URI;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// The rails of a deployment: those that money goes out by, those that it comes in by, and what they do by themselves.
record ConfiguredRails(Rails payouts, PayinRails payins, BiFunction<Sightings, Receipts, List<Work>> work) {

    /// Something that a rail does again and again.
    ///
    /// @param step does what is due and gives true where there may be more
    record Work(String name, BooleanSupplier step) {}

    /// The simulated bank, and the simulated chain with the networks of the reference data.
    static ConfiguredRails sandbox(Database database, Clocks clocks, Supplier<URI> baseUrl) {
        var networks = SandboxNetworks.of(new References(database, Served.everything()));
        return new ConfiguredRails(
                new Rails(List.of(new SandboxChain(database, clocks, networks), new SandboxRail(database, clocks))),
                new PayinRails(List.of(new SandboxPayin(baseUrl), new SandboxChainPayin(networks))),
                (sightings, receipts) -> List.of(
                        new Work("sandbox-bank", new SandboxBank(database, clocks, sightings, receipts)::step),
                        new Work("sandbox-chain", new SandboxChainWorker(database, clocks, receipts)::step)));
    }

    static ConfiguredRails none() {
        return new ConfiguredRails(new Rails(List.of()), new PayinRails(List.of()), (_, _) -> List.of());
    }

    List<Work> workers(Sightings sightings, Receipts receipts) {
        return work.apply(sightings, receipts);
    }
}
