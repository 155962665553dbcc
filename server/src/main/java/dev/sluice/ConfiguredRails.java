package dev.sluice;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.PayinRails;
import dev.sluice.rail.Rails;
import dev.sluice.rail.sandbox.SandboxPayin;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.rail.sandbox.chain.SandboxChainPayin;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;

/// The rails of a deployment: those that money goes out by, and those that it comes in by.
record ConfiguredRails(Rails payouts, PayinRails payins) {

    /// The simulated bank, and the simulated chain with the networks of the reference data.
    static ConfiguredRails sandbox(Database database, Clocks clocks, Supplier<URI> baseUrl) {
        var networks = SandboxNetworks.of(new References(database, Served.everything()));
        return new ConfiguredRails(
                new Rails(List.of(new SandboxChain(database, clocks, networks), new SandboxRail(database, clocks))),
                new PayinRails(List.of(new SandboxPayin(baseUrl), new SandboxChainPayin(networks))));
    }

    static ConfiguredRails none() {
        return new ConfiguredRails(new Rails(List.of()), new PayinRails(List.of()));
    }
}
