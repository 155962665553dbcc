package dev.sluice.rail.stellar;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailBooks;
import dev.sluice.rail.RailHealth;
import dev.sluice.rail.stellar.deposit.DepositWatcher;
import dev.sluice.rail.stellar.deposit.StellarPayin;
import dev.sluice.rail.stellar.horizon.Horizon;
import dev.sluice.rail.stellar.horizon.LedgerWatch;
import dev.sluice.rail.stellar.payout.PaymentMac;
import dev.sluice.rail.stellar.payout.StellarOrderStore;
import dev.sluice.rail.stellar.payout.StellarPayoutWorker;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Wiring of the rail to Stellar: payouts if there is a hot account, deposits if there is a deposit account.
public final class StellarModule implements AutoCloseable {
    private final Horizon horizon;
    private final LedgerWatch ledgers;
    private final Optional<Payouts> payouts;
    private final Optional<Deposits> deposits;

    private StellarModule(
            Horizon horizon, LedgerWatch ledgers, Optional<Payouts> payouts, Optional<Deposits> deposits) {
        this.horizon = horizon;
        this.ledgers = ledgers;
        this.payouts = payouts;
        this.deposits = deposits;
    }

    /// The payout rail and its worker.
    public record Payouts(Rail rail, StellarPayoutWorker worker) {}

    /// The deposit rail and its watcher.
    public record Deposits(PayinRail rail, DepositWatcher watcher) {}

    /// Dependencies of the rail.
    public record Dependencies(
            Database database,
            Clocks clocks,
            IncomingPayments incomingPayments,
            MeterRegistry meters,
            PayoutSuspension suspension,
            RailHealth health,
            Alerts alerts,
            Vault vault) {}

    /// @param tokens supplier of the tokens, called for each use; the network's native coin must be among them
    public static StellarModule wire(
            Dependencies dependencies, StellarSettings settings, Supplier<List<StellarToken>> tokens) {
        var known = new Tokens(tokens);
        var line = dependencies.health().line(StellarRail.NAME, "");
        var horizon = new Horizon(settings, dependencies.clocks(), line);
        return new StellarModule(
                horizon,
                new LedgerWatch(
                        horizon,
                        dependencies.clocks()::realInstant,
                        line,
                        dependencies.alerts(),
                        dependencies.meters()),
                settings.hot().map(hot -> payouts(dependencies, settings, known, horizon, hot)),
                settings.deposits().map(account -> deposits(dependencies, known, horizon, account)));
    }

    private static Payouts payouts(
            Dependencies dependencies, StellarSettings settings, Tokens tokens, Horizon horizon, SecretKey hot) {
        var macs = new PaymentMac(dependencies.vault());
        return new Payouts(
                new StellarRail(
                        dependencies.database(),
                        dependencies.clocks(),
                        tokens,
                        hot.account(),
                        dependencies.suspension(),
                        macs),
                new StellarPayoutWorker(dependencies, horizon, tokens, settings, macs));
    }

    private static Deposits deposits(Dependencies dependencies, Tokens tokens, Horizon horizon, String account) {
        return new Deposits(
                new StellarPayin(account, tokens), new DepositWatcher(dependencies, horizon, tokens, account));
    }

    /// Returns the rail's books of its payments.
    public static RailBooks books() {
        return new RailBooks(StellarOrderStore.ORDERS);
    }

    /// Returns the watch over the Horizons' latest ledgers.
    public LedgerWatch ledgers() {
        return ledgers;
    }

    public Optional<Payouts> payouts() {
        return payouts;
    }

    public Optional<Deposits> deposits() {
        return deposits;
    }

    @Override
    public void close() {
        horizon.close();
    }
}
