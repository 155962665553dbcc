package dev.sluice.trial.crash;

import dev.sluice.db.Database;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.stage.Funds;
import dev.sluice.trial.stage.HandoverStore;
import dev.sluice.trial.stage.Order.End;
import dev.sluice.trial.stage.Pauses;
import dev.sluice.trial.stage.Promises;
import dev.sluice.trial.stage.Proof;
import dev.sluice.trial.stage.Silence;
import dev.sluice.trial.stage.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Blow after blow to one site under load, with a look at everything after each.
final class Drill implements AutoCloseable {
    private final long seed;
    private final Pace pace;
    private final Site site;
    private final Database database;
    private final Duration start;
    private final Findings findings = new Findings();
    private final Listener listener;
    private final List<End> ended = new ArrayList<>();
    private int rounds;
    private long repeated;

    private Drill(long seed, Pace pace, Site site, Database database, Duration start) throws IOException {
        this.seed = seed;
        this.start = start;
        this.pace = pace;
        this.site = site;
        this.database = database;
        try (var traffic = traffic()) {
            this.listener = traffic.listener();
        }
        Funds.give(database);
    }

    /// How long things take.
    ///
    /// @param loaded how long the service works before a blow, and after it
    /// @param time how long a blow lasts, where that is not in the nature of it
    record Pace(Duration loaded, Duration time) {}

    static Drill open(long seed, Pace pace, List<String> serve, Path dir) throws IOException {
        long begun = System.nanoTime();
        var site = Site.open(serve, dir);
        var start = Duration.ofNanos(System.nanoTime() - begun);
        var database = site.look();
        new HandoverStore(database).begin();
        return new Drill(seed, pace, site, database, start);
    }

    /// What came of a blow.
    ///
    /// @param answered how many requests were answered, at the latest when they were sent again
    /// @param unheard how often a request was sent in vain
    /// @param hits how often the blow hit what it was meant for
    /// @param again how many payouts were handed to the bank again although it had them
    /// @param outage the longest time in which no request that writes was answered with success
    /// @param outageMax how long it may be
    /// @param rest how long it took until nothing was under way any more
    record Report(
            Blow blow,
            int answered,
            long unheard,
            long hits,
            long again,
            Duration outage,
            Duration outageMax,
            Duration rest,
            List<Findings.Finding> findings) {
        /// Whether there was something to survive, and it was survived.
        boolean isRight() {
            return hits > 0 && answered > 0 && isSoonBack() && findings.isEmpty();
        }

        /// Whether the service was back in the time that it has for that.
        boolean isSoonBack() {
            return outage.compareTo(outageMax) <= 0;
        }
    }

    Report strike(Blow blow) throws IOException {
        rounds++;
        site.have(blow.nodes());
        try (var traffic = traffic()) {
            traffic.start(seed + rounds);
            Pauses.pause(pace.loaded());
            long struck = System.nanoTime();
            long unheard = traffic.unheard();
            long hits = blow.strike(site, pace.time(), findings);
            if (hits > 0 && blow.hitsRequests()) {
                hits = traffic.unheard() - unheard;
            }
            Pauses.pause(pace.loaded());
            traffic.finish();
            ended.addAll(traffic.ended());
            var rest = proof().rest();
            long before = repeated;
            if (blow.mayRepeat()) {
                repeated = Math.min(proof().repeated(), before + hits);
            }
            prove();
            return new Report(
                    blow,
                    traffic.ended().size(),
                    traffic.unheard(),
                    hits,
                    proof().repeated() - before,
                    traffic.longestSilence(struck),
                    Silence.most(blow.outageMax(), start),
                    rest,
                    findings.all());
        }
    }

    /// Looks at everything, and gives whatever was ever found to be wrong.
    List<Findings.Finding> prove() {
        proof().prove(Promises.of(ended));
        proof().provePaidOnce(repeated);
        return findings.all();
    }

    /// How often each invariant was looked at, from the first blow on.
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
