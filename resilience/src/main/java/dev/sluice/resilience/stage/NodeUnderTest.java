package dev.sluice.resilience.stage;

import dev.sluice.db.Database;
import dev.sluice.resilience.proof.Findings;
import dev.sluice.resilience.proof.Invariant;
import dev.sluice.resilience.proof.Listener;
import dev.sluice.resilience.stage.Order.End;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A node of the service on some database, a merchant with its programs, and their knowledge of the answers.
public final class NodeUnderTest implements AutoCloseable {
    private final Starter starter;
    private final Findings findings = new Findings();
    private final List<End> ended = new ArrayList<>();
    private final Duration start;
    private final Listener listener;
    private Node node;

    private NodeUnderTest(Starter starter, String databaseUrl) throws IOException {
        this.starter = starter;
        long begun = System.nanoTime();
        this.node = starter.start(databaseUrl);
        this.start = Duration.ofNanos(System.nanoTime() - begun);
        try (var traffic = traffic()) {
            this.listener = traffic.listener();
        }
    }

    /// @param serve command that starts the service
    public static NodeUnderTest open(List<String> serve, Path dir, String databaseUrl) throws IOException {
        return new NodeUnderTest(new Starter(serve, dir), databaseUrl);
    }

    /// Returns the start time of the first node.
    public Duration start() {
        return start;
    }

    public Findings findings() {
        return findings;
    }

    /// Returns the settled requests in the order of their answers.
    public List<End> ended() {
        return List.copyOf(ended);
    }

    /// Forgets the answers after a number of them, for a restore to that time.
    ///
    /// @param event position of the last event at that time; later positions are used again
    /// @return number of received events that are undone
    public long forgetAfter(int answers, long event) {
        ended.subList(answers, ended.size()).clear();
        return listener.forgetAfter(Proof.MERCHANT, event);
    }

    /// Returns programs that send requests until they are stopped.
    public Traffic traffic() {
        return new Traffic(node.merchant(), () -> List.of(node.url()), findings);
    }

    /// Sends requests for some time, and waits until each has its answer.
    public void work(long seed, Duration time) {
        try (var traffic = traffic()) {
            traffic.start(seed);
            Pauses.pause(time);
            finish(traffic);
        }
    }

    /// Stops programs, and records their answers.
    public void finish(Traffic traffic) {
        traffic.finish();
        ended.addAll(traffic.ended());
    }

    /// Starts the record of submissions in the node's database, and gives the merchant money.
    public void prepare(Database database) {
        new HandoverStore(database).begin();
        Funds.give(database);
    }

    /// Waits until nothing is in progress, and verifies everything.
    public Duration prove(Database database) {
        var proof = new Proof(database, starter.masterKey(), listener, findings);
        var rest = proof.rest();
        proof.check(Promises.of(ended));
        proof.provePaidOnce(0);
        return rest;
    }

    /// Restarts the node on another database, or with other settings.
    public void moveTo(String databaseUrl, Map<String, String> settings) throws IOException {
        node.close();
        node = starter.start(databaseUrl, settings);
    }

    /// Verifies the books with the service's own command.
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
