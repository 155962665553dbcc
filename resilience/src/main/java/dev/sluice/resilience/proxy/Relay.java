package dev.sluice.resilience.proxy;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One connection through the proxy, with a thread per direction. Client messages are buffered until the request is
/// complete (at Sync or a simple Query), and then forwarded or not.
final class Relay {
    private static final int LENGTH_BYTES = 4;
    /// Messages of the extended protocol that PostgreSQL answers only after Sync.
    private static final String KEPT = "PBDEC";

    private final PostgresProxy proxy;
    private final Socket client;
    private final Socket server;
    private final Map<String, String> statements = new HashMap<>();
    private final ByteArrayOutputStream request = new ByteArrayOutputStream();
    private final List<String> sql = new ArrayList<>();
    /// True to discard the current answer and all later ones.
    private volatile boolean deaf;

    private volatile boolean breaksAfterAnswer;

    Relay(PostgresProxy proxy, Socket client, Socket server) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
    }

    void start() {
        Thread.ofPlatform().daemon().name("proxy-requests").start(() -> run(this::requests));
        Thread.ofPlatform().daemon().name("proxy-answers").start(() -> run(this::answers));
    }

    /// Resets the connection on both sides at once, without an orderly close.
    void reset() {
        for (var socket : List.of(client, server)) {
            try {
                socket.setSoLinger(true, 0);
            } catch (IOException closed) {
                // Already closed.
            }
        }
        close();
    }

    /// Closes both sides.
    void close() {
        closeQuietly(client);
        closeQuietly(server);
        proxy.gone(this);
    }

    static void closeQuietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            // Ignored: the socket was to be closed.
        }
    }

    private interface Direction {
        void go() throws IOException;
    }

    private void run(Direction direction) {
        try {
            direction.go();
        } catch (IOException over) {
            // One side has closed; the finally block closes the other one.
        } finally {
            close();
        }
    }

    private void requests() throws IOException {
        var in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
        var out = server.getOutputStream();
        begin(in, out);
        while (true) {
            int type = in.read();
            if (type < 0) {
                return;
            }
            var body = body(in);
            note(type, body);
            request.write(type);
            request.write(length(body));
            request.write(body);
            if (type == 'S' || type == 'Q') {
                if (!passOn(out)) {
                    return;
                }
            } else if (KEPT.indexOf(type) < 0) {
                send(out);
            }
        }
    }

    /// The first message has no type. Encryption requests are not supported, so clients must not send any.
    private static void begin(DataInputStream in, OutputStream out) throws IOException {
        var body = body(in);
        out.write(length(body));
        out.write(body);
        out.flush();
    }

    private static byte[] length(byte[] body) {
        return ByteBuffer.allocate(LENGTH_BYTES)
                .putInt(body.length + LENGTH_BYTES)
                .array();
    }

    private static byte[] body(DataInputStream in) throws IOException {
        var body = new byte[in.readInt() - LENGTH_BYTES];
        in.readFully(body);
        return body;
    }

    /// Parse names a statement, Bind uses one.
    private void note(int type, byte[] body) {
        switch (type) {
            case 'Q' -> sql.add(text(body, 0));
            case 'P' -> {
                var name = text(body, 0);
                statements.put(name, text(body, name.getBytes(StandardCharsets.UTF_8).length + 1));
            }
            case 'B' -> {
                var portal = text(body, 0);
                var name = text(body, portal.getBytes(StandardCharsets.UTF_8).length + 1);
                sql.add(statements.getOrDefault(name, ""));
            }
            default -> {
                // Ignored: other messages contain no SQL.
            }
        }
    }

    private static String text(byte[] body, int from) {
        int end = from;
        while (end < body.length && body[end] != 0) {
            end++;
        }
        return new String(body, from, end - from, StandardCharsets.UTF_8);
    }

    /// Forwards the buffered request unless a fault prevents it; false if that ends the connection.
    private boolean passOn(OutputStream out) throws IOException {
        var fault = proxy.decide(sql);
        sql.clear();
        switch (fault) {
            case Fault.None _ -> send(out);
            case Fault.Delay(var by) -> {
                try {
                    Thread.sleep(by);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
                send(out);
            }
            case Fault.Cut _ -> {
                reset();
                return false;
            }
            case Fault.LostAnswer _ -> {
                breaksAfterAnswer = true;
                deaf = true;
                send(out);
            }
            case Fault.Silence _ -> {
                deaf = true;
                request.reset();
            }
        }
        return true;
    }

    private void send(OutputStream out) throws IOException {
        request.writeTo(out);
        request.reset();
        out.flush();
    }

    private void answers() throws IOException {
        var in = new DataInputStream(new BufferedInputStream(server.getInputStream()));
        var out = client.getOutputStream();
        var answer = new ByteArrayOutputStream();
        while (true) {
            int type = in.read();
            if (type < 0) {
                throw new EOFException("PostgreSQL has left");
            }
            var body = body(in);
            answer.write(type);
            answer.write(length(body));
            answer.write(body);
            if (type == 'Z' && breaksAfterAnswer) {
                return;
            }
            if (deaf) {
                answer.reset();
            } else if (in.available() == 0) {
                answer.writeTo(out);
                answer.reset();
                out.flush();
            }
        }
    }
}
