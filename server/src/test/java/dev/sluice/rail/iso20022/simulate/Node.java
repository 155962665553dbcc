package dev.sluice.rail.iso20022.simulate;

import dev.sluice.clock.Clocks;
import dev.sluice.db.Database;
import dev.sluice.money.Asset;
import dev.sluice.rail.Alerts;
import dev.sluice.rail.IncomingPayments;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.PayoutSuspension;
import dev.sluice.rail.Rail;
import dev.sluice.rail.RailStops;
import dev.sluice.rail.TamperAlarm;
import dev.sluice.rail.iso20022.inbound.BankFetcher;
import dev.sluice.rail.iso20022.inbound.BankInbox;
import dev.sluice.rail.iso20022.payout.BankPayouts;
import dev.sluice.rail.iso20022.profile.BankProfile;
import dev.sluice.rail.iso20022.transport.BankTransport;
import dev.sluice.rail.iso20022.transport.FileTransport;
import dev.sluice.vault.Vault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// A node of the service with one bank account. Starting it again keeps nothing but the database.
final class Node {
    private final Database database;
    private final Vault vault;
    private final Clocks clocks;
    private final BankProfile profile;
    private final Faults faults;
    private final Consumer<String> alarms;
    private BankPayouts payouts;
    private BankFetcher fetcher;

    /// @param alarms receives events that must never happen
    Node(Database database, Vault vault, Clocks clocks, BankProfile profile, Faults faults, Consumer<String> alarms) {
        this.database = database;
        this.vault = vault;
        this.clocks = clocks;
        this.profile = profile;
        this.faults = faults;
        this.alarms = alarms;
        var dependencies = dependencies();
        this.payouts = BankPayouts.wire(dependencies, profile, opener());
        this.fetcher = fetcher(dependencies);
    }

    private BankPayouts.Dependencies dependencies() {
        var stops = new RailStops(database);
        var alerts = new Alerts(database, clocks, (_, alert) -> {
            if (!alert.condition().startsWith("doubtful/")) {
                alarms.accept(alert.message());
            }
        });
        return new BankPayouts.Dependencies(
                database,
                clocks,
                vault,
                new PayoutSuspension(
                        name -> {
                            stops.refresh();
                            return stops.isStopped(name);
                        },
                        Set::of),
                new PayoutStatusReports(vault),
                alerts,
                new TamperAlarm(alerts, new SimpleMeterRegistry()));
    }

    private BankTransport.Opener opener() {
        return () -> new FaultyTransport(FileTransport.open(profile.transport()), faults);
    }

    private BankFetcher fetcher(BankPayouts.Dependencies dependencies) {
        var inbound = new BankInbox.Dependencies(
                database,
                clocks,
                vault,
                new IncomingPayments(vault),
                BankPayouts.book(dependencies),
                (_, asked) -> Set.copyOf(asked),
                code -> Asset.fiat(code, 2),
                Set.of(profile.account().number().number()),
                (_, _, file, ids) -> alarms.accept("The file " + file.name() + " names unknown payments " + ids));
        return new BankFetcher(inbound, BankInbox.wire(inbound), profile, opener());
    }

    void restart() {
        faults.restart();
        var dependencies = dependencies();
        payouts = BankPayouts.wire(dependencies, profile, opener());
        fetcher = fetcher(dependencies);
    }

    Faults faults() {
        return faults;
    }

    Rail rail() {
        return payouts.rail();
    }

    boolean seal() {
        return payouts.seal();
    }

    boolean send() {
        return payouts.send();
    }

    boolean fetch() {
        return fetcher.step();
    }

    /// Makes all steps until there is nothing to do.
    void work(int roundsMax) {
        for (var step : List.<BooleanSupplier>of(this::seal, this::send, this::fetch)) {
            int rounds = 0;
            while (rounds < roundsMax && step.getAsBoolean()) {
                rounds++;
            }
        }
    }
}
