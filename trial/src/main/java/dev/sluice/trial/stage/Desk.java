package dev.sluice.trial.stage;

import dev.sluice.db.Database;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Invariant;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.stage.Order.End;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A node of the service at some database, a merchant who asks it for payments, and what the merchant knows of them.
public final class Desk implements AutoCloseable {
    private final Starter starter;
    private final Findings findings = new Findings();
    private final List<End> ended = new ArrayList<>();
    private final Duration start;
    private final Listener listener;
    private Node node;

    private Desk(Starter starter, String databaseUrl) throws IOException {
        this.starter = starter;
        long begun = System.nanoTime();
        this.node = starter.start(databaseUrl);
        this.start = Duration.ofNanos(System.nanoTime() - begun);
        try (var traffic = traffic()) {
            this.listener = traffic.listener();
        }
    }

    /// @param serve what starts the service
    public static Desk open(List<String> serve, Path dir, String databaseUrl) throws IOException {
        return new Desk(new Starter(serve, dir), databaseUrl);
    }

    /// How long the first node took to start.
    public Duration start() {
        return start;
    }

    public Findings findings() {
        return findings;
    }

    /// What was answered, in the order in which it was.
    public List<End> ended() {
        return List.copyOf(ended);
    }

    /// Forgets what was answered after so many answers: the time is turned back to then.
    ///
    /// @param event the position of the last event then: later ones were heard of in vain, and their positions are
    /// given again
    /// @return of how many events it was told that are undone now
    public long forgetAfter(int answers, long event) {
        ended.subList(answers, ended.size()).clear();
        return listener.forgetAfter(Proof.MERCHANT, event);
    }

    /// Programs that ask for payments until they are let finish.
    public Traffic traffic() {
        return new Traffic(node.merchant(), () -> List.of(node.url()), findings);
    }

    /// Has payments asked for during some time, and each answered.
    public void work(long seed, Duration time) {
        try (var traffic = traffic()) {
            traffic.start(seed);
            Pauses.pause(time);
            finish(traffic);
        }
    }

    /// Lets programs finish, and notes what they were answered.
    public void finish(Traffic traffic) {
        traffic.finish();
        ended.addAll(traffic.ended());
    }

    /// Begins the book of what is handed to the bank, in the database of the node, and gives the merchant
    /// money.
    public void prepare(Database database) {
        new HandoverStore(database).begin();
        Funds.give(database);
    }

    /// Waits until nothing is under way any more, and proves everything.
    public Duration prove(Database database) {
        var proof = new Proof(database, starter.masterKey(), listener, findings);
        var rest = proof.rest();
        proof.prove(Promises.of(ended));
        proof.provePaidOnce(0);
        return rest;
    }

    /// Stops the node and starts one at another database, or with other settings.
    public void moveTo(String databaseUrl, Map<String, String> settings) throws IOException {
        node.close();
        node = starter.start(databaseUrl, settings);
    }

    /// Has the books proved by the service's own command.
    public void verifyLedger(String databaseUrl) throws IOException {
        var wrong = starter.verifyLedger(databaseUrl);
        findings.unless(wrong.isEmpty(), Invariant.BOOKS_PROVED, "verify-ledger: " + wrong.orElse(""));
    }

    public void stop() {
        node.close();
    }

    @Override
    public void close() {
        try {
            node.close();
        } finally {
            listener.close();
        }
    }
}
