package dev.sluice.trial.stage;

import dev.sluice.client.Authentication;
import dev.sluice.db.Database;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.stage.Order.End;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// A node of the service at some database, a merchant who asks it for payments, and what the merchant knows of them.
public final class Desk implements AutoCloseable {
    private static final String MERCHANT = "demo";
    private static final int PROGRAMS = 4;

    private final List<String> serve;
    private final Path dir;
    private final String masterKey;
    private final Findings findings = new Findings();
    private final List<End> ended = new ArrayList<>();
    private final Listener listener;
    private Node node;
    private int starts;

    private Desk(List<String> serve, Path dir, String databaseUrl) throws IOException {
        this.serve = serve;
        this.dir = dir;
        var key = new byte[Vault.MASTER_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        this.masterKey = Base64.getEncoder().encodeToString(key);
        this.node = start(databaseUrl);
        this.listener = new Listener(InstantSource.system(), findings, (_, _) -> Listener.Reply.TAKE);
        try (var traffic = traffic()) {
            var made = traffic.ask(
                    "POST",
                    "/v1/webhook/endpoint",
                    "{\"url\":\"%s\",\"types\":[\"*\"]}".formatted(listener.url(MERCHANT)));
            listener.knows(MERCHANT, made.path("secret").asString(""));
        }
    }

    /// @param serve what starts the service
    public static Desk open(List<String> serve, Path dir, String databaseUrl) throws IOException {
        return new Desk(serve, dir, databaseUrl);
    }

    public Findings findings() {
        return findings;
    }

    /// What was answered, in the order in which it was.
    public List<End> ended() {
        return List.copyOf(ended);
    }

    /// Forgets what was answered after so many answers: the time is turned back to then.
    public void forgetAfter(int answers) {
        ended.subList(answers, ended.size()).clear();
    }

    /// The node's process.
    public long pid() {
        return node.pid();
    }

    /// Programs that ask for payments until they are let finish.
    public Traffic traffic() {
        return new Traffic(merchant(), () -> List.of(node.url()), findings);
    }

    /// Has payments asked for during some time, and each answered.
    public void work(long seed, Duration time) {
        try (var traffic = traffic()) {
            traffic.start(seed, PROGRAMS);
            Pauses.pause(time);
            finish(traffic);
        }
    }

    /// Lets programs finish, and notes what they were answered.
    public void finish(Traffic traffic) {
        traffic.finish();
        ended.addAll(traffic.ended());
    }

    /// Waits until nothing is under way any more, and proves everything.
    public Duration prove(Database database) {
        var proof = new Proof(database, listener, MERCHANT, findings);
        var rest = proof.rest();
        proof.prove(ended);
        return rest;
    }

    /// Stops the node and starts one at another database.
    public void moveTo(String databaseUrl) throws IOException {
        node.close();
        node = start(databaseUrl);
    }

    public void stop() {
        node.close();
    }

    private Authentication merchant() {
        var said = node.credentials();
        return Authentication.signature(
                said.getOrDefault("SLUICE_CLIENT_ID", ""), said.getOrDefault("SLUICE_CLIENT_SECRET", ""));
    }

    private Node start(String databaseUrl) throws IOException {
        starts++;
        return Node.start(
                serve,
                dir.resolve("node-" + starts),
                Map.of(
                        "SLUICE_DATABASE_URL",
                        databaseUrl,
                        "SLUICE_MASTER_KEY",
                        masterKey,
                        "SLUICE_RATE_LIMIT",
                        "off",
                        "SLUICE_WEBHOOK_LOOPBACK",
                        "on"));
    }

    @Override
    public void close() {
        node.close();
        listener.close();
    }
}
