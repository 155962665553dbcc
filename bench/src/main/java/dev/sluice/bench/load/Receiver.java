package dev.sluice.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Webhook receiver on loopback ports, served by one thread, which counts each message and answers it at once.
final class Receiver implements AutoCloseable {
    private static final String ID = "webhook-id:";
    private static final String CREATED = "disbursement.created";
    private static final byte[] THANKS =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Selector selector;
    private final List<Integer> ports = new ArrayList<>();
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private volatile @Nullable Lags lags;
    private volatile boolean open = true;

    private Receiver(Selector selector) {
        this.selector = selector;
    }

    /// Opens this many ports.
    static Receiver open(int ports) throws IOException {
        var receiver = new Receiver(Selector.open());
        for (int i = 0; i < ports; i++) {
            var server = ServerSocketChannel.open();
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.configureBlocking(false);
            server.register(receiver.selector, SelectionKey.OP_ACCEPT);
            receiver.ports.add(server.socket().getLocalPort());
        }
        Thread.ofPlatform().daemon().name("receiver").start(receiver::serve);
        return receiver;
    }

    /// Reports payouts' creation events to a listener from now on.
    void tell(@Nullable Lags listener) {
        lags = listener;
    }

    Received received() {
        return new Received(ports, messages.get(), ids.size(), bytes.get());
    }

    private void serve() {
        try (selector) {
            while (open) {
                selector.select(this::proceed);
            }
            for (var key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void proceed(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel());
            } else {
                take(key);
            }
        } catch (IOException gone) {
            closeQuietly(key);
        }
    }

    private void accept(ServerSocketChannel server) throws IOException {
        for (var visitor = server.accept(); visitor != null; visitor = server.accept()) {
            visitor.setOption(StandardSocketOptions.TCP_NODELAY, true);
            visitor.configureBlocking(false);
            visitor.register(selector, SelectionKey.OP_READ, new Incoming());
        }
    }

    /// The short answer always fits into the socket's buffer, so one write is enough.
    private void take(SelectionKey key) throws IOException {
        var channel = (SocketChannel) key.channel();
        var message = (Incoming) key.attachment();
        if (message.read(channel)) {
            long now = System.nanoTime();
            messages.incrementAndGet();
            bytes.addAndGet(message.bodyBytes());
            message.header(ID).ifPresent(ids::add);
            var listener = lags;
            if (listener != null
                    && message.quoted("\"type\":\"").filter(CREATED::equals).isPresent()) {
                message.quoted("\"orderId\":\"").ifPresent(payout -> listener.arrived(payout, now));
            }
            message.clear();
            channel.write(ByteBuffer.wrap(THANKS));
        }
    }

    private static void closeQuietly(SelectionKey key) {
        try {
            key.channel().close();
        } catch (IOException closed) {
            key.cancel();
        }
    }

    /// The serving thread closes its own channels, so that none is closed while in use.
    @Override
    public void close() {
        open = false;
        selector.wakeup();
    }
}
