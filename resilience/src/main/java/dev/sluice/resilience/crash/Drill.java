package dev.sluice.resilience.crash;

import dev.sluice.db.Database;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proof.Listener;
import dev.sluice.resilience.stage.Funds;
import dev.sluice.resilience.stage.HandoverStore;
import dev.sluice.resilience.stage.Order.End;
import dev.sluice.resilience.stage.Pauses;
import dev.sluice.resilience.stage.Promises;
import dev.sluice.resilience.stage.Proof;
import dev.sluice.resilience.stage.Silence;
import dev.sluice.resilience.stage.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Injects faults into one site under load, one after the other, and verifies everything after each.
final class Drill implements AutoCloseable {
    private final long seed;
    private final DrillTimes times;
    private final Site site;
    private final Database database;
    private final Duration start;
    private final Findings findings = new Findings();
    private final Listener listener;
    private final List<End> ended = new ArrayList<>();
    private int rounds;
    private long repeated;

    private Drill(long seed, DrillTimes times, Site site, Database database, Duration start) throws IOException {
        this.seed = seed;
        this.start = start;
        this.times = times;
        this.site = site;
        this.database = database;
        try (var traffic = traffic()) {
            this.listener = traffic.listener();
        }
        Funds.give(database);
    }

    /// Durations of a drill.
    ///
    /// @param loaded time under load before a fault, and after it
    /// @param time duration of a fault, unless the fault determines it
    record DrillTimes(Duration loaded, Duration time) {}

    static Drill open(long seed, DrillTimes times, List<String> serve, Path dir) throws IOException {
        long begun = System.nanoTime();
        var site = Site.open(serve, dir);
        var start = Duration.ofNanos(System.nanoTime() - begun);
        var database = site.look();
        new HandoverStore(database).begin();
        return new Drill(seed, times, site, database, start);
    }

    /// Result of a fault.
    ///
    /// @param answered number of answered requests, including those answered on a retry
    /// @param unheard number of attempts without an answer
    /// @param hits number of hits of the fault
    /// @param again number of payouts that were submitted to the bank although it had them
    /// @param outage longest time without a successful write
    /// @param outageMax its limit
    /// @param rest time until nothing was in progress any more
    record Report(
            FaultInjection fault,
            int answered,
            long unheard,
            long hits,
            long again,
            Duration outage,
            Duration outageMax,
            Duration rest,
            List<Findings.Finding> findings) {
        /// Returns true if the fault took effect and the service survived it.
        boolean isPassed() {
            return hits > 0 && answered > 0 && isSoonBack() && findings.isEmpty();
        }

        /// Returns true if the service recovered within the limit.
        boolean isSoonBack() {
            return outage.compareTo(outageMax) <= 0;
        }
    }

    Report inject(FaultInjection fault) throws IOException {
        rounds++;
        site.have(fault.nodes());
        try (var traffic = traffic()) {
            traffic.start(seed + rounds);
            Pauses.pause(times.loaded());
            long struck = System.nanoTime();
            long unheard = traffic.unheard();
            long hits = fault.strike(site, times.time(), findings);
            if (hits > 0 && fault.hitsRequests()) {
                hits = traffic.unheard() - unheard;
            }
            Pauses.pause(times.loaded());
            traffic.finish();
            ended.addAll(traffic.ended());
            var rest = proof().rest();
            long before = repeated;
            if (fault.mayRepeat()) {
                repeated = Math.min(proof().repeated(), before + hits);
            }
            check();
            return new Report(
                    fault,
                    traffic.ended().size(),
                    traffic.unheard(),
                    hits,
                    proof().repeated() - before,
                    traffic.longestSilence(struck),
                    Silence.most(fault.outageMax(), start),
                    rest,
                    findings.all());
        }
    }

    /// Verifies everything, and returns all violations so far.
    List<Findings.Finding> check() {
        proof().check(Promises.of(ended));
        proof().provePaidOnce(repeated);
        return findings.all();
    }

    /// Returns the number of checks of each invariant since the first fault.
    Map<Invariant, Long> checked() {
        return findings.checked();
    }

    Database.Address address() {
        return site.address();
    }

    private Proof proof() {
        return new Proof(database, site.masterKey(), listener, findings);
    }

    private Traffic traffic() {
        return new Traffic(site.merchant(), site::urls, findings);
    }

    @Override
    public void close() {
        database.close();
        site.close();
        listener.close();
    }
}
