package dev.sluice.app;

import dev.sluice.config.Config;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.stellar.StellarModule;
import dev.sluice.rail.stellar.StellarToken;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The rail to Stellar in this deployment: its configuration, its tokens from the reference data, and its workers.
/// Empty if it is not configured.
final class StellarChain implements AutoCloseable {
    private static final Duration SELDOM = Duration.ofMinutes(1);
    private static final Duration OFTEN = Duration.ofMillis(500);
    private static final Duration NOW_AND_THEN = Duration.ofSeconds(5);
    private static final Duration LEDGER = Duration.ofSeconds(3);
    private static final String NETWORK = "stellar";

    private final Optional<Wired> wired;
    private final Optional<StellarModule> module;

    private StellarChain(Optional<Wired> wired) {
        this.wired = wired;
        this.module = wired.map(Wired::module);
    }

    /// The rail, and its own view of the reference data.
    private record Wired(StellarModule module, References world) {}

    static StellarChain wire(
            Config config,
            Infrastructure infrastructure,
            ConfiguredRails.Inboxes inboxes,
            PayoutSuspension suspension,
            RailHealth health) {
        return new StellarChain(config.stellar().map(settings -> {
            // The offered tokens depend on the rails' capabilities, so the rail uses the complete
            // reference data.
            var world = new References(infrastructure.database(), Served.everything());
            requireDecimals(world);
            var module = new StellarModule.Dependencies(
                    infrastructure.database(),
                    infrastructure.clocks(),
                    inboxes.incomingPayments(),
                    infrastructure.meters(),
                    suspension,
                    health,
                    inboxes.alerts(),
                    infrastructure.vault());
            return new Wired(StellarModule.wire(module, settings, () -> tokens(world)), world);
        }));
    }

    /// Returns the payout rails, Stellar's own first. The others then make no new payouts on Stellar.
    List<Rail> before(List<Rail> others) {
        return module.flatMap(StellarModule::payouts)
                .map(payouts -> Stream.concat(
                                Stream.of(payouts.rail()),
                                others.stream().<Rail>map(other -> new ExcludingNetworksRail(other, Set.of(NETWORK))))
                        .toList())
                .orElse(others);
    }

    /// Returns the deposit rails, Stellar's own first. The others then accept no deposits on Stellar.
    List<PayinRail> payinsBefore(List<PayinRail> others) {
        return module.flatMap(StellarModule::deposits)
                .map(deposits -> Stream.concat(
                                Stream.of(deposits.rail()),
                                others.stream()
                                        .<PayinRail>map(
                                                other -> new ExcludingNetworksPayinRail(other, Set.of(NETWORK))))
                        .toList())
                .orElse(others);
    }

    /// Loads operators' changes.
    ///
    /// @return true if there were any
    boolean refresh() {
        return wired.filter(each -> each.world().refresh()).isPresent();
    }

    /// Adds the shared workers: any node can run them for the whole deployment.
    void work(Workers workers) {
        module.ifPresent(each -> workers.every("stellar-ledgers", NOW_AND_THEN, each.ledgers()::step));
        // Two workers, so that free sources need not wait for one with a slow request.
        module.flatMap(StellarModule::payouts).ifPresent(payouts -> {
            workers.every("stellar-payouts-1", OFTEN, payouts.worker()::step);
            workers.every("stellar-payouts-2", OFTEN, payouts.worker()::step);
            workers.every("stellar-balance", SELDOM, payouts.worker()::updateGauges);
        });
        module.flatMap(StellarModule::deposits)
                .ifPresent(deposits -> workers.every("stellar-deposits", LEDGER, deposits.watcher()::step));
    }

    @Override
    public void close() {
        module.ifPresent(StellarModule::close);
    }

    /// Checks the decimals of the enabled tokens; a mismatch with the network's stops the start.
    private static void requireDecimals(References references) {
        for (var token : references.tokens()) {
            if (token.network().network().equals(NETWORK) && token.decimals() != StellarToken.DECIMALS) {
                throw new IllegalArgumentException(
                        token.id() + " must have " + StellarToken.DECIMALS + " decimals, like all assets on Stellar");
            }
        }
    }

    /// Returns all tokens, because pending payments in disabled ones continue. A token with other decimals than
    /// the network's never has any.
    private static List<StellarToken> tokens(References references) {
        return references.everyToken().stream()
                .filter(token -> token.network().network().equals(NETWORK))
                .filter(token -> token.decimals() == StellarToken.DECIMALS)
                .map(token -> new StellarToken(
                        token.asset(),
                        token.isNative() ? null : token.symbol(),
                        token.isNative() ? null : token.address(),
                        references.isOffered(token.asset())))
                .toList();
    }
}
