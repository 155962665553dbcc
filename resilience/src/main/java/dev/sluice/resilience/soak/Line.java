package dev.sluice.resilience.soak;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/// A keep-alive connection to the service that sends raw bytes and reads only the necessary parts of answers, because
/// the load generator shares the machine with the service.
final class Line implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int STATUS_DIGITS = 3;
    private static final int HEAD_MAX = 8_192;
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final Socket socket = new Socket();
    private byte[] received = new byte[HEAD_MAX];
    private int filled;
    private boolean isUsed;
    private boolean isOver;

    private Line(URI service) throws IOException {
        socket.connect(new InetSocketAddress(service.getHost(), service.getPort()), (int) PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
    }

    static Line to(URI service) throws IOException {
        return new Line(service);
    }

    /// An answer.
    ///
    /// @param saysWhen true if it has a Retry-After
    record Answer(int status, boolean saysWhen, String body) {}

    /// The service closed an idle connection, as opposed to a service that does not answer.
    static final class Stale extends IOException {
        private static final long serialVersionUID = 1L;
    }

    Answer exchange(byte[] request) throws IOException {
        boolean again = isUsed;
        isUsed = true;
        filled = 0;
        int head;
        try {
            socket.getOutputStream().write(request);
            head = head();
        } catch (EOFException | SocketException closed) {
            if (again && filled == 0) {
                throw new Stale();
            }
            throw closed;
        }
        var text = new String(received, 0, head, StandardCharsets.ISO_8859_1);
        isOver = header(text, "\nconnection:").equalsIgnoreCase("close");
        int status;
        int length;
        try {
            status = Integer.parseInt(text, STATUS_AT, STATUS_AT + STATUS_DIGITS, 10);
            length = Integer.parseUnsignedInt(header(text, "\ncontent-length:"));
        } catch (NumberFormatException | IndexOutOfBoundsException none) {
            throw new IOException("an answer without its status or its length", none);
        }
        return new Answer(status, !header(text, "\nretry-after:").isEmpty(), body(head, length));
    }

    /// Reads status line and headers, with any following bytes.
    ///
    /// @return length of the head, including the empty line
    private int head() throws IOException {
        int end;
        do {
            int from = Math.max(0, filled - END.length + 1);
            receive(HEAD_MAX - filled);
            end = endAfter(from);
        } while (end < 0);
        return end;
    }

    private int endAfter(int from) {
        for (int at = from; at <= filled - END.length; at++) {
            if (Arrays.equals(received, at, at + END.length, END, 0, END.length)) {
                return at + END.length;
            }
        }
        return -1;
    }

    /// Returns the value of a header, or an empty string.
    ///
    /// @param name line feed, name and colon
    private static String header(String head, String name) {
        for (int at = head.indexOf('\n'); at >= 0; at = head.indexOf('\n', at + 1)) {
            if (head.regionMatches(true, at, name, 0, name.length())) {
                return head.substring(at + name.length(), head.indexOf('\r', at))
                        .strip();
            }
        }
        return "";
    }

    private String body(int head, int length) throws IOException {
        int end = head + length;
        if (end > received.length) {
            received = Arrays.copyOf(received, end);
        }
        while (filled < end) {
            receive(end - filled);
        }
        if (filled > end) {
            throw new IOException("more than an answer");
        }
        return new String(received, head, length, StandardCharsets.UTF_8);
    }

    private void receive(int most) throws IOException {
        if (most <= 0) {
            throw new IOException("an answer with no end of its headers");
        }
        int read = socket.getInputStream().read(received, filled, most);
        if (read < 0) {
            throw new EOFException("the service closed the connection");
        }
        filled += read;
    }

    /// Returns true if the connection can carry another request.
    boolean isOpen() {
        return !isOver && !socket.isClosed();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException closed) {
            // Ignored: the connection was to be closed.
        }
    }
}
