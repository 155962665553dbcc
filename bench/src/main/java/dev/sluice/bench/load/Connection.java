package dev.sluice.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/// One keep-alive connection with at most one pending request.
final class Connection implements AutoCloseable {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Incoming answer = new Incoming();
    private ByteBuffer out = ByteBuffer.allocate(0);
    private long since;

    Connection(Selector selector, InetSocketAddress address) throws IOException {
        this.channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /// Sends a request; its latency counts from `since`.
    void send(byte[] request, long sinceNanos) throws IOException {
        since = sinceNanos;
        answer.clear();
        out = ByteBuffer.wrap(request);
        write();
    }

    long since() {
        return since;
    }

    /// Continues I/O after a selection; true once the answer is complete.
    boolean proceed() throws IOException {
        if (key.isWritable()) {
            write();
        }
        return key.isReadable() && answer.read(channel);
    }

    Incoming answer() {
        return answer;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void write() throws IOException {
        channel.write(out);
        key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }
}
