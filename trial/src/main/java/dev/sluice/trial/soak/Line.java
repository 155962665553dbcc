package dev.sluice.trial.soak;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/// One connection to the service, kept alive: a request goes out as bytes, and of the answer no more is read than the
/// trial has to know. Who loads a machine that it shares must cost it little.
final class Line implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int STATUS_DIGITS = 3;

    private final Socket socket = new Socket();
    private final InputStream in;
    private boolean isUsed;
    private boolean isOver;

    private Line(URI service) throws IOException {
        socket.connect(new InetSocketAddress(service.getHost(), service.getPort()), (int) PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static Line to(URI service) throws IOException {
        return new Line(service);
    }

    /// What came back.
    ///
    /// @param saysWhen whether it says after what time to try again
    record Answer(int status, boolean saysWhen, String body) {}

    /// The service closes a connection that was idle for long, which is told apart from a service that does not answer.
    static final class Stale extends IOException {
        private static final long serialVersionUID = 1L;
    }

    Answer exchange(byte[] request) throws IOException {
        boolean again = isUsed;
        isUsed = true;
        String first;
        try {
            socket.getOutputStream().write(request);
            first = line();
        } catch (EOFException | SocketException closed) {
            if (again) {
                throw new Stale();
            }
            throw closed;
        }
        int status = Integer.parseInt(first.substring(STATUS_AT, STATUS_AT + STATUS_DIGITS));
        int length = -1;
        boolean saysWhen = false;
        for (var header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            var value = header.substring(colon + 1).strip();
            switch (header.substring(0, colon).toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = Integer.parseInt(value);
                case "retry-after" -> saysWhen = true;
                case "connection" -> isOver = value.equalsIgnoreCase("close");
                default -> {
                    // The trial does not look at it.
                }
            }
        }
        if (length < 0) {
            throw new IOException("an answer without its length");
        }
        var body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("half an answer");
        }
        return new Answer(status, saysWhen, new String(body, StandardCharsets.UTF_8));
    }

    /// Whether another request can go this way.
    boolean isOpen() {
        return !isOver && !socket.isClosed();
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the service has hung up");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException closed) {
            // It was to be over.
        }
    }
}
