package dev.sluice.resilience.simulate;

import dev.sluice.app.SimulatedNode;
import dev.sluice.db.Database;
import dev.sluice.rail.PayoutStatusReport;
import dev.sluice.rail.PayoutStatusReports;
import dev.sluice.rail.Rail;
import dev.sluice.rail.sandbox.SandboxRail;
import dev.sluice.rail.sandbox.chain.SandboxChain;
import dev.sluice.resilience.proof.Findings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.BooleanSupplier;

/// State outside the service, which survives its crashes.
///
/// @param dice random source of the nodes
/// @param tally counts of the faults
/// @param demand all requested payouts
/// @param news events received by merchants
/// @param bank the rail to banks
/// @param chain the rail to blockchains
record World(
        WorldClock clock,
        Dice dice,
        Tally tally,
        Demand demand,
        LatestEvents news,
        Bank bank,
        Bank chain,
        Payers payers,
        Findings findings) {
    private static final int NOTICE_BATCH_MAX = 50;

    static World of(long seed) {
        var clock = new WorldClock();
        var findings = new Findings();
        var tally = new Tally();
        var demand = new Demand();
        var books = new Bank.Notes(demand, findings, tally);
        return new World(
                clock,
                new Dice(seed),
                tally,
                demand,
                new LatestEvents(),
                new Bank(SandboxRail.NAME, true, clock, seed, books),
                new Bank(SandboxChain.NAME, false, clock, seed + 1, books),
                new Payers(clock),
                findings);
    }

    List<Bank> banks() {
        return List.of(bank, chain);
    }

    /// Returns the rails and pollers of a node.
    SimulatedNode.SimulatedRails assemble(SimulatedNode.RailEnvironment environment) {
        var work = new LinkedHashMap<String, BooleanSupplier>();
        banks().forEach(each -> work.put(
                "notices of " + each.name(),
                () -> deliverReports(each, environment.database(), environment.statusReports())));
        work.put("receipts", () -> payers.deliverReports(environment.database(), environment.incomingPayments()));
        return new SimulatedNode.SimulatedRails(List.<Rail>copyOf(banks()), environment.payins(), work);
    }

    private boolean deliverReports(Bank bank, Database database, PayoutStatusReports reports) {
        bank.queueReports();
        var notices = bank.undelivered(NOTICE_BATCH_MAX);
        if (notices.isEmpty()) {
            return false;
        }
        var told = notices.stream()
                .map(each ->
                        new PayoutStatusReport(each.rail(), each.key(), each.payout(), each.outcome(), clock.moment()))
                .toList();
        database.run(tx -> reports.add(tx, told));
        bank.acknowledge(notices);
        return true;
    }
}
