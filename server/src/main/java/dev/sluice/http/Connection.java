package dev.sluice.http;

import dev.sluice.http.Waits.What;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// What the current thread's connection still has to send of its request. A sender sees the answer to an oversized body
/// only if that body is read away first: closing a socket with bytes unread resets it, and the reset overtakes the
/// answer.
final class Connection {
    /// What is read away at most of an oversized body.
    static final long DRAINED_BYTES_MAX = 64L * 1024 * 1024;

    /// How a chunked body ends. Bytes like these inside a chunk only end the draining early.
    private static final byte[] LAST_CHUNK = {'\r', '\n', '0', '\r', '\n', '\r', '\n'};

    private static final ThreadLocal<Connection> CURRENT = ThreadLocal.withInitial(Connection::new);

    private @Nullable DataReader reader;
    private @Nullable HelidonSocket socket;
    private @Nullable Waits waits;
    private long length;
    private boolean chunked;
    private boolean awaited;
    private boolean withoutLength;
    private String method = "";

    private Connection() {}

    static Connection current() {
        return CURRENT.get();
    }

    /// Tells the connection's thread of each request that begins. A connection has one virtual thread of its own.
    static Http1ConnectionListener listener(Waits waits) {
        return new Http1ConnectionListener() {
            @Override
            public void prologue(ConnectionContext context, HttpPrologue prologue) {
                var current = current();
                current.reader = null;
                current.socket = context.serverSocket();
                current.method = context.dataReader() instanceof RawReader raw
                        ? raw.method()
                        : prologue.method().text();
                current.waits = waits;
                waits.begin(current.socket, What.HEAD);
                waits.begin(current.socket, What.REQUEST);
            }

            @Override
            public void headers(ConnectionContext context, Headers headers) {
                waits.end(context.serverSocket(), What.HEAD);
                current().begin(context.dataReader(), headers);
            }
        };
    }

    /// Has answers leave as they are to be: the web server says a length of each.
    static Http1ConnectionListener sender() {
        return new Http1ConnectionListener() {
            @Override
            public void headers(ConnectionContext context, Headers headers) {
                if (current().withoutLength && headers instanceof WritableHeaders<?> ours) {
                    ours.remove(HeaderNames.CONTENT_LENGTH);
                }
            }
        };
    }

    /// The whole request has come in.
    void received() {
        if (waits != null && socket != null) {
            waits.end(socket, What.REQUEST);
        }
    }

    /// Sends something, which whoever asked has to read within a while.
    <E extends Exception> void send(Step<E> step) throws E {
        if (waits == null || socket == null) {
            step.run();
            return;
        }
        waits.begin(socket, What.READER);
        try {
            step.run();
        } finally {
            waits.end(socket, What.READER);
        }
    }

    /// Sends the head of an answer whose body's length nobody knows, and so does not say one (RFC 9110, 8.6).
    <E extends Exception> void sendWithoutLength(Step<E> step) throws E {
        withoutLength = true;
        try {
            send(step);
        } finally {
            withoutLength = false;
        }
    }

    /// Sends piece by piece: each has to be read within a while, however long all of it is.
    OutputStream sending(OutputStream out) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                send(() -> out.write(one));
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                send(() -> out.write(bytes, offset, length));
            }

            @Override
            public void flush() throws IOException {
                send(out::flush);
            }

            @Override
            public void close() throws IOException {
                send(out::close);
            }
        };
    }

    /// What sends.
    interface Step<E extends Exception> {
        void run() throws E;
    }

    private void begin(DataReader from, Headers headers) {
        reader = from;
        chunked = headers.contains(HeaderNames.TRANSFER_ENCODING);
        length = contentLength(headers);
        awaited = headers.containsToken(HeaderValues.EXPECT_100);
    }

    private static long contentLength(Headers headers) {
        try {
            return Math.max(0, headers.contentLength().orElse(0));
        } catch (IllegalArgumentException malformed) {
            return 0;
        }
    }

    /// The request's method as it was sent.
    String method() {
        return method;
    }

    /// The length that the request's body says it has, 0 where it says none.
    long length() {
        return length;
    }

    /// From where the request comes in.
    DataReader reader() {
        if (reader == null) {
            throw new IllegalStateException("no request has come in");
        }
        return reader;
    }

    /// Reads away what a request's body has beyond the bytes that were read. A client that waits for `100 Continue` has
    /// sent none.
    void drain(long read) {
        if (reader == null || (awaited && read == 0)) {
            return;
        }
        try {
            if (chunked) {
                drainChunks(reader);
            } else {
                drain(reader, Math.min(length - read, DRAINED_BYTES_MAX));
            }
        } catch (DataReader.InsufficientDataAvailableException ended) {
            // The sender has closed: there is nothing left to read away.
        }
    }

    private static void drain(DataReader reader, long bytes) {
        for (long left = bytes; left > 0; ) {
            reader.ensureAvailable();
            int part = (int) Math.min(left, reader.available());
            reader.skip(part);
            left -= part;
        }
    }

    private static void drainChunks(DataReader reader) {
        int matched = 0;
        for (long drained = 0; drained < DRAINED_BYTES_MAX && matched < LAST_CHUNK.length; ) {
            reader.ensureAvailable();
            var part = reader.readBytes(reader.available());
            drained += part.length;
            for (int i = 0; i < part.length && matched < LAST_CHUNK.length; i++) {
                matched = part[i] == LAST_CHUNK[matched] ? matched + 1 : part[i] == LAST_CHUNK[0] ? 1 : 0;
            }
        }
    }
}
