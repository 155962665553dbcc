package dev.sluice.webhook;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/// A simulated endpoint, down to its bytes: it answers as configured, or misbehaves as real endpoints do.
public final class TestReceiver implements AutoCloseable {
    private static final int BACKLOG = 1_000;
    private static final int PIECE_MILLIS = 50;

    private final ServerSocket socket;
    private final AtomicReference<Behaviour> behaviour;
    private final ConcurrentLinkedQueue<Received> received = new ConcurrentLinkedQueue<>();

    public TestReceiver(Behaviour behaviour) {
        try {
            this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        this.behaviour = new AtomicReference<>(behaviour);
        Thread.ofVirtual().start(this::accept);
    }

    /// A received message, unmodified.
    public record Received(String path, Map<String, String> headers, String body) {
        public String header(String name) {
            return Optional.ofNullable(headers.get(name)).orElse("");
        }
    }

    /// Behaviour after a message has arrived.
    @FunctionalInterface
    public interface Behaviour {
        void act(Socket connection, OutputStream out) throws Exception;
    }

    public static Behaviour answering(int status, String... headers) {
        return saying("HTTP/1.1 " + status + " Whatever\r\nContent-Length: 2\r\n"
                + String.join(
                        "", List.of(headers).stream().map(each -> each + "\r\n").toList()) + "\r\nok");
    }

    public static Behaviour saying(String bytes) {
        return (_, out) -> {
            out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        };
    }

    /// Sends nothing until the client disconnects.
    public static Behaviour hanging() {
        return (connection, _) -> connection.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    public static Behaviour resetting() {
        return (connection, _) -> {
            connection.setSoLinger(true, 0);
            connection.close();
        };
    }

    /// Begins an answer and continues it a little at a time.
    public static Behaviour dripping() {
        return (_, out) -> {
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            while (true) {
                out.write('x');
                out.flush();
                Thread.sleep(PIECE_MILLIS);
            }
        };
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/hook");
    }

    public void becomes(Behaviour other) {
        behaviour.set(other);
    }

    public List<Received> received() {
        return List.copyOf(received);
    }

    public List<String> ids() {
        return received().stream().map(each -> each.header("webhook-id")).toList();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                var connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            var in = new BufferedInputStream(connection.getInputStream());
            var out = connection.getOutputStream();
            for (var next = read(in); next.isPresent(); next = read(in)) {
                received.add(next.get());
                behaviour.get().act(connection, out);
            }
        } catch (Exception gone) {
            // The client has disconnected, or the behaviour ended in this way.
        }
    }

    private static Optional<Received> read(InputStream in) throws IOException {
        var first = line(in);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        var headers = new HashMap<String, String>();
        for (var line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return Optional.of(new Received(
                first.split(" ", -1)[1], headers, new String(in.readNBytes(length), StandardCharsets.UTF_8)));
    }

    private static String line(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            bytes.write(next);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1).strip();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
