package dev.sluice.http.server;

import dev.sluice.http.server.ConnectionDeadlines.What;
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

/// The request that is under way on the current thread's connection. Drains the unread rest of an oversized body:
/// closing a socket with unread bytes resets it, and the reset would overtake the answer.
final class Connection {
    /// Maximum number of bytes of an oversized body to drain.
    static final long DRAINED_BYTES_MAX = 64L * 1024 * 1024;

    /// End of a chunked body. If these bytes occur inside a chunk, draining only ends early.
    private static final byte[] LAST_CHUNK = {'\r', '\n', '0', '\r', '\n', '\r', '\n'};

    private static final ThreadLocal<Connection> CURRENT = ThreadLocal.withInitial(Connection::new);

    private @Nullable DataReader reader;
    private @Nullable HelidonSocket socket;
    private @Nullable ConnectionDeadlines deadlines;
    private long length;
    private boolean chunked;
    private boolean awaited;
    private boolean withoutLength;
    private String method = "";

    private Connection() {}

    static Connection current() {
        return CURRENT.get();
    }

    /// Returns a listener that records each new request on its connection's thread. Each connection has its own
    /// virtual thread.
    static Http1ConnectionListener listener(ConnectionDeadlines deadlines) {
        return new Http1ConnectionListener() {
            @Override
            public void prologue(ConnectionContext context, HttpPrologue prologue) {
                var current = current();
                current.reader = null;
                current.socket = context.serverSocket();
                current.method = context.dataReader() instanceof RawReader raw
                        ? raw.method()
                        : prologue.method().text();
                current.deadlines = deadlines;
                deadlines.begin(current.socket, What.HEAD);
                deadlines.begin(current.socket, What.REQUEST);
            }

            @Override
            public void headers(ConnectionContext context, Headers headers) {
                deadlines.end(context.serverSocket(), What.HEAD);
                current().begin(context.dataReader(), headers);
            }
        };
    }

    /// Returns a listener that removes the `Content-Length` header, which the web server always sets, from answers
    /// of unknown length.
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

    /// Ends the deadline of the request: all of it has arrived.
    void received() {
        if (deadlines != null && socket != null) {
            deadlines.end(socket, What.REQUEST);
        }
    }

    /// Runs a step that sends data, within the deadline for the client to read it.
    <E extends Exception> void send(Step<E> step) throws E {
        if (deadlines == null || socket == null) {
            step.run();
            return;
        }
        deadlines.begin(socket, What.READER);
        try {
            step.run();
        } finally {
            deadlines.end(socket, What.READER);
        }
    }

    /// Sends the head of a response whose body length is unknown, without a `Content-Length` (RFC 9110, 8.6).
    <E extends Exception> void sendWithoutLength(Step<E> step) throws E {
        withoutLength = true;
        try {
            send(step);
        } finally {
            withoutLength = false;
        }
    }

    /// Wraps an output stream so that each write has its own deadline; the whole body has none.
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

    /// A step that sends data.
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

    /// Returns the request's method as it was sent.
    String method() {
        return method;
    }

    /// Returns the request's `Content-Length`, or 0 without one.
    long length() {
        return length;
    }

    /// Returns the reader of the request.
    DataReader reader() {
        if (reader == null) {
            throw new IllegalStateException("no request has come in");
        }
        return reader;
    }

    /// Drains the rest of a request body. A client that still waits for `100 Continue` has sent none.
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
            // The client has closed the connection: nothing is left to drain.
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
