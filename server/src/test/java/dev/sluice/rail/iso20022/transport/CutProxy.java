package dev.sluice.rail.iso20022.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/// Forwards TCP connections, and cuts them, or falls silent, after a number of bytes in either direction.
final class CutProxy implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final int port;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private volatile long sentMax;
    private volatile long receivedMax;
    private volatile boolean silent;

    CutProxy(int port) throws IOException {
        this.port = port;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /// Sets the limits for the bytes from now on.
    void cutAfter(long toServer, long toClient) {
        sent.set(0);
        received.set(0);
        sentMax = toServer;
        receivedMax = toClient;
        silent = false;
    }

    /// Forwards everything.
    void open() {
        cutAfter(Long.MAX_VALUE, Long.MAX_VALUE);
    }

    /// Keeps the connections, and forwards nothing beyond the limits.
    void fallSilentAfter(long toServer, long toClient) {
        cutAfter(toServer, toClient);
        silent = true;
    }

    long sent() {
        return sent.get();
    }

    long received() {
        return received.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (var each : sockets) {
            each.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                var client = listener.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.add(client);
                sockets.add(server);
                Thread.ofVirtual().start(() -> copy(client, server, true));
                Thread.ofVirtual().start(() -> copy(server, client, false));
            }
        } catch (IOException e) { // closed
            return;
        }
    }

    private void copy(Socket from, Socket to, boolean up) {
        var count = up ? sent : received;
        try (from;
                to) {
            var buffer = new byte[8192];
            for (var read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                var left = (up ? sentMax : receivedMax) - count.getAndAdd(read);
                if (silent && left <= read) {
                    from.getInputStream().transferTo(OutputStream.nullOutputStream());
                }
                to.getOutputStream().write(buffer, 0, (int) Math.max(0, Math.min(read, left)));
                if (left <= read) {
                    return;
                }
            }
        } catch (IOException e) { // the other side is cut
            return;
        }
    }
}
