package dev.sluice.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/// One keep-alive connection with at most one request under way.
final class Connection implements AutoCloseable {
    private static final int ANSWER_BYTES_MAX = 4 * 1024 * 1024;
    private static final String CONTENT_LENGTH = "content-length:";
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

    private final SocketChannel channel;
    private final SelectionKey key;
    private ByteBuffer out = ByteBuffer.allocate(0);
    private byte[] in = new byte[16 * 1024];
    private int received;
    private int expected = -1;
    private long since;

    Connection(Selector selector, InetSocketAddress address) throws IOException {
        this.channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        this.key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    /// Sends a request whose time counts from `since`.
    void send(byte[] request, long sinceNanos) throws IOException {
        since = sinceNanos;
        received = 0;
        expected = -1;
        out = ByteBuffer.wrap(request);
        write();
    }

    long since() {
        return since;
    }

    /// Goes on with what the selector found; true once the whole answer is there.
    boolean proceed() throws IOException {
        if (key.isWritable()) {
            write();
        }
        return key.isReadable() && read();
    }

    /// The answer's status.
    int status() {
        return Integer.parseInt(new String(in, 9, 3, StandardCharsets.US_ASCII));
    }

    /// The answer's body, for saying what went wrong.
    String text() {
        return new String(in, 0, received, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void write() throws IOException {
        channel.write(out);
        key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    private boolean read() throws IOException {
        if (received == in.length) {
            if (in.length >= ANSWER_BYTES_MAX) {
                throw new IOException("an answer is longer than " + ANSWER_BYTES_MAX + " bytes");
            }
            in = Arrays.copyOf(in, 2 * in.length);
        }
        int count = channel.read(ByteBuffer.wrap(in, received, in.length - received));
        if (count < 0) {
            throw new IOException("the service closed a connection");
        }
        received += count;
        if (expected < 0) {
            int body = endOfHead();
            if (body < 0) {
                return false;
            }
            expected = body + contentLength(new String(in, 0, body, StandardCharsets.US_ASCII));
        }
        return received >= expected;
    }

    private int endOfHead() {
        for (int at = 0; at + END_OF_HEAD.length <= received; at++) {
            if (Arrays.equals(in, at, at + END_OF_HEAD.length, END_OF_HEAD, 0, END_OF_HEAD.length)) {
                return at + END_OF_HEAD.length;
            }
        }
        return -1;
    }

    private static int contentLength(String head) throws IOException {
        var lower = head.toLowerCase(Locale.ROOT);
        int at = lower.indexOf(CONTENT_LENGTH);
        if (at < 0) {
            throw new IOException("an answer has no length: " + head);
        }
        return Integer.parseInt(lower.substring(at + CONTENT_LENGTH.length(), lower.indexOf('\r', at))
                .strip());
    }
}
