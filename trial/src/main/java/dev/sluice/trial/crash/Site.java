package dev.sluice.trial.crash;

import dev.sluice.client.Authentication;
import dev.sluice.db.Database;
import dev.sluice.db.Embedded;
import dev.sluice.trial.proof.Findings;
import dev.sluice.trial.proof.Listener;
import dev.sluice.trial.stage.Node;
import dev.sluice.trial.stage.Pauses;
import dev.sluice.trial.stage.Signals;
import dev.sluice.trial.stage.Traffic;
import dev.sluice.vault.Vault;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/// One PostgreSQL, one wire to it, and some nodes of the service.
final class Site implements AutoCloseable {
    /// The name under which webhooks arrive.
    static final String MERCHANT = "demo";

    private static final Duration GLANCE = Duration.ofMillis(5);

    private final List<String> serve;
    private final Path dir;
    private final Embedded postgres;
    private final Wire wire;
    private final String masterKey;
    private final List<Node> nodes = new ArrayList<>();
    private volatile List<URI> urls = List.of();
    private int started;

    private Site(List<String> serve, Path dir, Embedded postgres) {
        this.serve = serve;
        this.dir = dir;
        this.postgres = postgres;
        this.wire = new Wire(new InetSocketAddress(url().getHost(), url().getPort()));
        var key = new byte[Vault.MASTER_KEY_BYTES];
        new SecureRandom().nextBytes(key);
        this.masterKey = Base64.getEncoder().encodeToString(key);
    }

    /// @param serve what starts the service
    /// @param dir below which everything is written
    static Site open(List<String> serve, Path dir) throws IOException {
        var site = new Site(serve, dir, Embedded.startOrAttach(dir));
        site.have(1);
        return site;
    }

    Wire wire() {
        return wire;
    }

    Path dir() {
        return dir;
    }

    /// Where the nodes that run can be asked.
    List<URI> urls() {
        return urls;
    }

    List<Node> nodes() {
        return List.copyOf(nodes);
    }

    Authentication merchant() {
        var said = nodes.getFirst().credentials();
        return Authentication.signature(
                said.getOrDefault("SLUICE_CLIENT_ID", ""), said.getOrDefault("SLUICE_CLIENT_SECRET", ""));
    }

    Listener listener(Findings findings, Traffic traffic) throws IOException {
        var listener = new Listener(InstantSource.system(), findings, (_, _) -> Listener.Reply.TAKE);
        var made = traffic.ask(
                "POST", "/v1/webhook/endpoint", "{\"url\":\"%s\",\"types\":[\"*\"]}".formatted(listener.url(MERCHANT)));
        listener.knows(MERCHANT, made.path("secret").asString(""));
        return listener;
    }

    /// A look into the database that no fault disturbs.
    Database look() {
        return Database.open(address(), 2, null);
    }

    /// Where the database is, past the wire.
    Database.Address address() {
        return new Database.Address(postgres.jdbcUrl(), postgres.user(), postgres.password());
    }

    /// Has so many nodes run, and stops those that are too many.
    void have(int count) throws IOException {
        nodes.removeIf(node -> !node.isAlive());
        while (nodes.size() > count) {
            nodes.removeLast().close();
        }
        while (nodes.size() < count) {
            nodes.add(start());
        }
        urls = nodes.stream().map(Node::url).toList();
    }

    /// Says who can be asked at the moment.
    void reachable(List<Node> some) {
        urls = some.stream().map(Node::url).toList();
    }

    /// Kills PostgreSQL with all its processes, as a machine that loses power does.
    void killPostgres() throws IOException {
        var file = dir.resolve("postgres").resolve("data").resolve("postmaster.pid");
        long pid;
        try (var lines = Files.lines(file)) {
            pid = Long.parseLong(lines.findFirst().orElseThrow().strip());
        }
        var postmaster = ProcessHandle.of(pid).orElseThrow();
        Signals.send("KILL", pid);
        while (postmaster.isAlive()) {
            Pauses.pause(GLANCE);
        }
    }

    /// Starts PostgreSQL again where it has died, as its supervisor does.
    void revivePostgres() {
        if (!postgres.revive()) {
            throw new IllegalStateException("PostgreSQL came back at another port");
        }
    }

    private Node start() throws IOException {
        started++;
        return Node.start(
                serve,
                dir.resolve("node-" + started),
                Map.of(
                        "SLUICE_DATABASE_URL",
                        "postgresql://%s:%s@127.0.0.1:%d%s?sslmode=disable&gssEncMode=disable"
                                .formatted(postgres.user(), postgres.password(), wire.port(), url().getPath()),
                        "SLUICE_MASTER_KEY",
                        masterKey,
                        "SLUICE_RATE_LIMIT",
                        "off",
                        "SLUICE_WEBHOOK_LOOPBACK",
                        "on"));
    }

    private URI url() {
        return URI.create(postgres.jdbcUrl().substring("jdbc:".length()));
    }

    @Override
    public void close() {
        nodes.forEach(Node::close);
        wire.close();
        postgres.stop();
    }
}
