package dev.sluice.resilience.proxy;

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

/// Proxy on a loopback port that forwards requests to PostgreSQL, or injects faults.
public final class PostgresProxy implements AutoCloseable {
    private static final int BACKLOG = 64;

    private final InetSocketAddress server;
    private final Function<Exchange, Fault> decide;
    private final ServerSocket listener;
    private final Set<Relay> relays = ConcurrentHashMap.newKeySet();
    private final AtomicLong exchanges = new AtomicLong();
    private volatile boolean open = true;

    private PostgresProxy(InetSocketAddress server, Function<Exchange, Fault> decide) throws IOException {
        this.server = server;
        this.decide = decide;
        this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    }

    /// Starts to listen.
    ///
    /// @param decide chooses the fault of each request; called from any thread, one request of a connection at a
    ///     time
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
        return listener.getLocalPort();
    }

    /// Returns the number of requests so far.
    public long exchanges() {
        return exchanges.get();
    }

    /// Breaks all connections and returns their number; still accepts new ones.
    public int reset() {
        var broken = List.copyOf(relays);
        broken.forEach(Relay::reset);
        return broken.size();
    }

    /// Breaks all connections and accepts no new ones.
    @Override
    public void close() {
        open = false;
        Relay.closeQuietly(listener);
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
                var client = listener.accept();
                join(client);
            } catch (IOException closed) {
                if (open) {
                    throw new UncheckedIOException(closed);
                }
            }
        }
    }

    /// If PostgreSQL does not accept a connection, closes the client's.
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
