package dev.sluice.trial.crash;

import dev.sluice.db.Database;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.stage.Order.End;
import dev.sluice.trial.stage.Pauses;
import dev.sluice.trial.stage.Proof;
import dev.sluice.trial.stage.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Blow after blow to one site under load, with a look at everything after each.
final class Drill implements AutoCloseable {
    private final long seed;
    private final Duration loaded;
    private final Site site;
    private final Database database;
    private final Findings findings = new Findings();
    private final Listener listener;
    private final List<End> ended = new ArrayList<>();
    private int rounds;

    private Drill(long seed, Duration loaded, Site site, Database database) throws IOException {
        this.seed = seed;
        this.loaded = loaded;
        this.site = site;
        this.database = database;
        try (var traffic = traffic()) {
            this.listener = traffic.listener();
        }
    }

    /// @param loaded how long the service works before a blow, and after it
    static Drill open(long seed, Duration loaded, List<String> serve, Path dir) throws IOException {
        var site = Site.open(serve, dir);
        return new Drill(seed, loaded, site, site.look());
    }

    /// What came of a blow.
    ///
    /// @param answered how many requests were answered, at the latest when they were sent again
    /// @param unheard how often a request was sent in vain
    /// @param outage the longest time without an answer of success
    /// @param rest how long it took until nothing was under way any more
    record Report(
            Blow blow,
            int answered,
            long unheard,
            long faults,
            Duration outage,
            Duration rest,
            List<Findings.Finding> findings) {}

    Report strike(Blow blow) throws IOException {
        rounds++;
        site.have(blow.nodes());
        long faults = site.wire().faults();
        try (var traffic = traffic()) {
            traffic.start(seed + rounds);
            Pauses.pause(loaded);
            long struck = System.nanoTime();
            blow.strike(site);
            Pauses.pause(loaded);
            traffic.finish();
            ended.addAll(traffic.ended());
            var rest = proof().rest();
            prove();
            return new Report(
                    blow,
                    traffic.ended().size(),
                    traffic.unheard(),
                    site.wire().faults() - faults,
                    traffic.longestSilence(struck),
                    rest,
                    findings.all());
        }
    }

    /// Looks at everything, and gives whatever was ever found to be wrong.
    List<Findings.Finding> prove() {
        proof().prove(ended);
        return findings.all();
    }

    Database.Address address() {
        return site.address();
    }

    private Proof proof() {
        return new Proof(database, listener, findings);
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
