package dev.sluice.trial.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/// Listens on a port of the loopback address and passes on to PostgreSQL what it hears there, unless a fault is
/// decided on.
public final class PostgresProxy implements AutoCloseable {
    private static final int BACKLOG = 64;

    private final InetSocketAddress server;
    private final Function<Exchange, Fault> decide;
    private final ServerSocket door;
    private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
    private final AtomicLong exchanges = new AtomicLong();
    private volatile boolean open = true;

    private PostgresProxy(InetSocketAddress server, Function<Exchange, Fault> decide) throws IOException {
        this.server = server;
        this.decide = decide;
        this.door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /// Begins to listen.
    ///
    /// @param decide is asked before each request goes through; from any thread, one request of a connection at a
    /// time
    public static PostgresProxy before(InetSocketAddress server, Function<Exchange, Fault> decide) {
        try {
            var proxy = new PostgresProxy(server, decide);
            Thread.ofVirtual().name("proxy").start(proxy::listen);
            return proxy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public int port() {
        return door.getLocalPort();
    }

    /// How many requests were sent so far.
    public long exchanges() {
        return exchanges.get();
    }

    /// Breaks all connections, and gives how many there were; new ones are taken.
    public int reset() {
        var broken = List.copyOf(relays);
        broken.forEach(Relay::reset);
        return broken.size();
    }

    /// Breaks all connections and takes no more.
    @Override
    public void close() {
        open = false;
        Relay.closeQuietly(door);
        reset();
    }

    Fault decide(List<String> sql) {
        return decide.apply(new Exchange(exchanges.incrementAndGet(), sql));
    }

    void gone(Relay relay) {
        relays.remove(relay);
    }

    private void listen() {
        while (open) {
            try {
                var client = door.accept();
                join(client);
            } catch (IOException closed) {
                if (open) {
                    throw new UncheckedIOException(closed);
                }
            }
        }
    }

    /// Where PostgreSQL does not answer, its client is told so by a connection that ends.
    private void join(Socket client) {
        try {
            var upstream = new Socket();
            upstream.connect(server);
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            var relay = new Relay(this, client, upstream);
            relays.add(relay);
            if (open) {
                relay.start();
            } else {
                relay.close();
            }
        } catch (IOException away) {
            Relay.closeQuietly(client);
        }
    }
}
