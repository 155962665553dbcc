package dev.sluice.resilience.crash;

import dev.sluice.client.Authentication;
import dev.sluice.db.Database;
import dev.sluice.db.embedded.Embedded;
import dev.sluice.resilience.stage.Node;
import dev.sluice.resilience.stage.Postmaster;
import dev.sluice.resilience.stage.Starter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A PostgreSQL server, a proxy in front of it, and some nodes of the service.
final class Site implements AutoCloseable {
    private final Path dir;
    private final Starter starter;
    private final Embedded postgres;
    private final Wire wire;
    private final List<Node> nodes = new ArrayList<>();
    private volatile List<URI> urls = List.of();

    private Site(Starter starter, Path dir, Embedded postgres) {
        this.starter = starter;
        this.dir = dir;
        this.postgres = postgres;
        this.wire = new Wire(new InetSocketAddress(url().getHost(), url().getPort()));
    }

    /// @param serve command that starts the service
    /// @param dir directory of all files
    static Site open(List<String> serve, Path dir) throws IOException {
        var site = new Site(new Starter(serve, dir), dir, Embedded.startOrAttach(dir));
        site.have(1);
        return site;
    }

    byte[] masterKey() {
        return starter.masterKey();
    }

    Wire wire() {
        return wire;
    }

    Path dir() {
        return dir;
    }

    /// Returns the URLs of the running nodes.
    List<URI> urls() {
        return urls;
    }

    List<Node> nodes() {
        return List.copyOf(nodes);
    }

    Authentication merchant() {
        return nodes.getFirst().merchant();
    }

    /// Returns a database connection that bypasses the faults.
    Database look() {
        return Database.openForScans(address());
    }

    /// Returns the address of the database behind the proxy.
    Database.Address address() {
        return new Database.Address(postgres.jdbcUrl(), postgres.user(), postgres.password());
    }

    /// Starts or stops nodes until this many run.
    void have(int count) throws IOException {
        var dead = nodes.stream().filter(node -> !node.isAlive()).toList();
        dead.forEach(Node::close);
        nodes.removeAll(dead);
        while (nodes.size() > count) {
            nodes.removeLast().close();
        }
        while (nodes.size() < count) {
            nodes.add(start());
        }
        urls = nodes.stream().map(Node::url).toList();
    }

    /// Restricts requests to these nodes.
    void reachable(List<Node> some) {
        urls = some.stream().map(Node::url).toList();
    }

    /// @return number of killed processes
    int killPostgres() throws IOException {
        return Postmaster.kill(dir.resolve("postgres").resolve("data"));
    }

    /// Restarts PostgreSQL if it has died, as its supervisor would.
    void revivePostgres() {
        if (!postgres.restart()) {
            throw new IllegalStateException("PostgreSQL came back at another port");
        }
    }

    private Node start() throws IOException {
        return starter.start("postgresql://%s:%s@127.0.0.1:%d%s?sslmode=disable&gssEncMode=disable"
                .formatted(postgres.user(), postgres.password(), wire.port(), url().getPath()));
    }

    private URI url() {
        return URI.create(postgres.jdbcUrl().substring("jdbc:".length()));
    }

    @Override
    public void close() {
        try {
            nodes.forEach(Node::close);
        } finally {
            wire.close();
            postgres.stop();
        }
    }
}
