package dev.sluice.app;

import dev.sluice.cli.BankAccounts;
import dev.sluice.clock.Clocks;
import dev.sluice.config.Config;
import dev.sluice.db.Database;
import dev.sluice.db.Tx;
import dev.sluice.merchant.Organizations;
import dev.sluice.merchant.TenantDirectory;
import dev.sluice.money.Asset;
import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import dev.sluice.notification.Notifications;
import dev.sluice.operator.bank.BankServices;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.Destination;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.decision.BankDecisions;
import dev.sluice.rail.iso20022.decision.DecisionEffect;
import dev.sluice.rail.iso20022.decision.DecisionKind;
import dev.sluice.rail.iso20022.inbound.BankFetcher;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.inbound.EntryMatch;
import dev.sluice.rail.iso20022.inbound.FileRelease;
import dev.sluice.rail.iso20022.payin.BankPayin;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.iso20022.payout.OutgoingFiles;
import dev.sluice.rail.iso20022.payout.PayoutDecisions;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.rehearsal.BankRehearsals;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.rail.sandbox.bank.SimulatedBank;
import dev.sluice.reconcile.ReconciliationWorker;
import dev.sluice.reconcile.Reconciliations;
import dev.sluice.reference.DepositMethod;
import dev.sluice.reference.References;
import dev.sluice.reference.Served;
import dev.sluice.vault.Vault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The bank accounts of this deployment: a payout rail for each profile, and the workers that exchange files.
final class Banks {
    private static final Duration SIMULATED = Duration.ofMillis(200);
    /// Deposits are credited as soon as the bank has booked them.
    private static final String SETTLEMENT = "T+0";

    private final List<Account> accounts;
    private final Optional<BankServices> services;

    private Banks(List<Account> accounts, Optional<BankServices> services) {
        this.accounts = accounts;
        this.services = services;
    }

    /// An account with its payouts and its inbound files.
    ///
    /// @param simulator the simulated bank of a sandbox, if the profile asks for it
    private record Account(
            BankProfile profile,
            BankPayouts payouts,
            BankFetcher fetcher,
            ReconciliationWorker reconciliation,
            BankMeters meters,
            Optional<DepositMethod> deposits,
            Optional<SimulatedBank> simulator) {
        boolean reconcile() {
            boolean more = reconciliation.step();
            meters.read();
            return more;
        }
    }

    static Banks wire(
            Config config,
            Infrastructure infrastructure,
            ConfiguredRails.Inboxes inboxes,
            TenantDirectory directory,
            PayoutSuspension suspension) {
        if (config.banks().isEmpty()) {
            return new Banks(List.of(), Optional.empty());
        }
        if (config.environment() == Config.Environment.LIVE) {
            NotRehearsed.check(config, infrastructure);
        }
        var payouts = payouts(infrastructure, inboxes, suspension);
        // The offered currencies depend on the rails' capabilities, so the rails use the complete reference data.
        var world = new References(infrastructure.database(), Served.everything());
        var inbound = inbound(config, infrastructure, inboxes, directory, payouts, world);
        var inbox = BankInbox.wire(inbound);
        var reconciliations =
                new Reconciliations(infrastructure.database(), infrastructure.clocks(), infrastructure.vault(), inbox);
        var accounts = config.banks().stream()
                .map(profile -> new Account(
                        profile,
                        BankPayouts.wire(payouts, profile, () -> FileTransport.open(profile.transport())),
                        new BankFetcher(inbound, inbox, profile, () -> FileTransport.open(profile.transport())),
                        new ReconciliationWorker(
                                reconciliations,
                                infrastructure.database(),
                                () -> infrastructure.clocks().realInstant(),
                                inboxes.alerts(),
                                profile),
                        new BankMeters(infrastructure.meters(), infrastructure.database(), profile),
                        deposits(
                                profile,
                                inbound.assets().apply(profile.account().currency())),
                        profile.transport() instanceof BankProfile.Transport.Simulated
                                ? Optional.of(SimulatedBanks.of(
                                        infrastructure,
                                        profile,
                                        inbound.assets()
                                                .apply(profile.account().currency())
                                                .exponent()))
                                : Optional.empty()))
                .toList();
        var services = new BankServices(
                config.banks(),
                inbox,
                new OutgoingFiles(payouts),
                decisions(config, infrastructure, payouts, inbound, inbox),
                reconciliations);
        return new Banks(accounts, Optional.of(services));
    }

    /// Returns the decisions of people, with their effects.
    private static BankDecisions decisions(
            Config config,
            Infrastructure infrastructure,
            BankPayouts.Dependencies payouts,
            BankInbox.Dependencies inbound,
            BankInbox inbox) {
        var profiles = config.banks();
        var effects = new EnumMap<DecisionKind, DecisionEffect>(PayoutDecisions.effects(payouts, profiles));
        effects.put(DecisionKind.MATCH_ENTRY, new EntryMatch(inbound, profiles));
        effects.put(DecisionKind.RELEASE_FILE, new FileRelease(inbox, infrastructure.vault(), profiles));
        return new BankDecisions(infrastructure.database(), infrastructure.clocks(), infrastructure.vault(), effects);
    }

    /// Returns the services of the operators' pages; empty without accounts.
    Optional<BankServices> services() {
        return services;
    }

    /// Opens the accounts for a command, without their workers.
    static BankAccounts open(Config config, Infrastructure infrastructure) {
        var inboxes = ConfiguredRails.inboxes(
                infrastructure,
                Notifications.wire(infrastructure.database(), infrastructure.vault(), infrastructure.clocks()));
        var organizations = Organizations.wire(infrastructure.database(), infrastructure.clocks());
        var stops = new RailStops(infrastructure.database());
        var payouts = payouts(infrastructure, inboxes, new PayoutSuspension(stops::isStopped, organizations::frozen));
        var world = new References(infrastructure.database(), Served.everything());
        var directory = TenantDirectory.wire(infrastructure.database());
        var inbound = inbound(config, infrastructure, inboxes, directory, payouts, world);
        var inbox = BankInbox.wire(inbound);
        return new OpenAccounts(
                config.banks(),
                inbound,
                inbox,
                decisions(config, infrastructure, payouts, inbound, inbox),
                new OutgoingFiles(payouts),
                NotRehearsed.rehearsals(infrastructure),
                infrastructure);
    }

    private record OpenAccounts(
            List<BankProfile> profiles,
            BankInbox.Dependencies inbound,
            BankInbox inbox,
            BankDecisions decisions,
            OutgoingFiles outgoing,
            BankRehearsals rehearsals,
            Infrastructure infrastructure)
            implements BankAccounts {
        @Override
        public BankFetcher fetcher(BankProfile profile) {
            return new BankFetcher(inbound, inbox, profile, () -> FileTransport.open(profile.transport()));
        }

        @Override
        public Database database() {
            return infrastructure.database();
        }

        @Override
        public Vault vault() {
            return infrastructure.vault();
        }

        @Override
        public Clocks clocks() {
            return infrastructure.clocks();
        }

        @Override
        public void close() {
            infrastructure.close();
        }
    }

    private static BankPayouts.Dependencies payouts(
            Infrastructure infrastructure, ConfiguredRails.Inboxes inboxes, PayoutSuspension suspension) {
        return new BankPayouts.Dependencies(
                infrastructure.database(),
                infrastructure.clocks(),
                infrastructure.vault(),
                suspension,
                inboxes.statusReports(),
                inboxes.alerts(),
                new TamperAlarm(inboxes.alerts(), infrastructure.meters()));
    }

    private static BankInbox.Dependencies inbound(
            Config config,
            Infrastructure infrastructure,
            ConfiguredRails.Inboxes inboxes,
            TenantDirectory directory,
            BankPayouts.Dependencies payouts,
            References world) {
        return new BankInbox.Dependencies(
                infrastructure.database(),
                infrastructure.clocks(),
                infrastructure.vault(),
                inboxes.incomingPayments(),
                BankPayouts.book(payouts),
                (tx, destinations) -> {
                    var keys = destinations.stream().map(Destination::text).toList();
                    var taken = directory
                            .taken(tx, TenantDirectory.Kind.DEPOSIT, keys)
                            .get();
                    return destinations.stream()
                            .filter(each -> taken.contains(each.text()))
                            .collect(Collectors.toUnmodifiableSet());
                },
                currency -> world.asset(currency)
                        .orElseThrow(() -> new IllegalArgumentException("unknown currency: " + currency)),
                config.banks().stream()
                        .map(profile -> profile.account().number().number())
                        .collect(Collectors.toUnmodifiableSet()),
                (tx, profile, file, ids) -> stop(tx, infrastructure, inboxes.alerts(), profile, ids));
    }

    /// Stops a rail whose bank names payments that the database does not know, as after the restore of a backup.
    private static void stop(
            Tx tx, Infrastructure infrastructure, Alerts alerts, BankProfile profile, List<String> ids) {
        var first = ids.getFirst();
        RailStops.stop(
                tx,
                profile.rail(),
                "The bank names payments that the database does not know, such as " + first,
                infrastructure.clocks().instant());
        alerts.raise(
                tx,
                new Alerts.Alert(
                        profile.rail(),
                        "unknown/" + first,
                        "Stopped: the bank names payments that the database does not know, such as " + first));
    }

    /// Returns the payout rails, the banks' first: what they serve, no other rail pays.
    List<Rail> before(List<Rail> others) {
        var all = new ArrayList<Rail>();
        accounts.forEach(account -> all.add(account.payouts().rail()));
        all.addAll(others);
        return all;
    }

    /// Returns the deposit rails, the banks' first. The others then accept no deposits by the banks' methods.
    List<PayinRail> payinsBefore(List<PayinRail> others) {
        var own = accounts.stream()
                .map(Account::profile)
                .filter(profile -> profile.deposits() != null)
                .toList();
        var taken = depositMethods().stream()
                .map(each -> new ExcludingMethodsPayinRail.Method(each.currency(), each.bankCode()))
                .collect(Collectors.toUnmodifiableSet());
        return Stream.concat(
                        own.stream().<PayinRail>map(BankPayin::new),
                        others.stream().<PayinRail>map(other -> new ExcludingMethodsPayinRail(other, taken)))
                .toList();
    }

    /// Returns the deposit methods that the profiles define.
    List<DepositMethod> depositMethods() {
        return accounts.stream().flatMap(account -> account.deposits().stream()).toList();
    }

    /// Returns true if a payer of this destination pays to one of the accounts.
    boolean isOwn(Destination destination) {
        return account(destination).isPresent();
    }

    /// Returns true if a payer of this destination pays to a virtual account.
    boolean isVirtualAccount(Destination destination) {
        return account(destination)
                .flatMap(account -> Optional.ofNullable(account.profile().deposits()))
                .flatMap(deposits -> Optional.ofNullable(deposits.virtualAccounts()))
                .filter(range -> range.numbers().contains(destination.number()))
                .isPresent();
    }

    /// Returns the simulated bank of the account to which payers of this destination pay.
    Optional<SimulatedBank> simulator(Destination destination) {
        return account(destination).flatMap(Account::simulator);
    }

    private Optional<Account> account(Destination destination) {
        return accounts.stream()
                .filter(account -> account.deposits()
                        .filter(each -> each.currency().equals(destination.currency())
                                && each.bankCode().equals(destination.method()))
                        .isPresent())
                .findFirst();
    }

    private static Optional<DepositMethod> deposits(BankProfile profile, Asset asset) {
        return Optional.ofNullable(profile.deposits())
                .map(deposits -> new DepositMethod(
                        profile.account().currency(),
                        deposits.method(),
                        deposits.name(),
                        deposits.virtualAccounts() == null
                                ? DepositMethod.Type.BANK_TRANSFER
                                : DepositMethod.Type.VIRTUAL_ACCOUNT,
                        deposits.method(),
                        profile.out().wholeUnits() ? 0 : asset.exponent(),
                        Money.exactly(deposits.min(), asset),
                        Money.exactly(deposits.max(), asset),
                        new FeeSchedule(deposits.feeFlat(), deposits.feePercentage()),
                        SETTLEMENT,
                        null));
    }

    /// Adds the shared workers: any node can run them for the whole deployment.
    void work(Workers workers) {
        for (var account : accounts) {
            var name = account.profile().rail();
            var every = account.profile().windows().every();
            workers.every(name + "-seal", every, account.payouts()::seal);
            workers.every(name + "-send", every, account.payouts()::send);
            workers.every(name + "-fetch", every, account.fetcher()::step);
            workers.every(name + "-reconcile", ReconciliationWorker.EVERY, account::reconcile);
            account.simulator().ifPresent(bank -> workers.every(name + "-simulator", SIMULATED, bank::step));
        }
    }
}
