package dev.sluice.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A raw socket to a server under test, for data that no HTTP client would send.
public final class Wire implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 15_000;

    private final Socket socket;
    private final InputStream in;

    public Wire(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = socket.getInputStream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Wire send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Wire send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public Wire closeOutput() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Reads the next response, with its body by `Content-Length`.
    public Response receive() {
        return receive(true);
    }

    /// Reads the next response to a HEAD request, without a body.
    public Response receiveHead() {
        return receive(false);
    }

    private Response receive(boolean withBody) {
        try {
            var status = line();
            if (status.isEmpty()) {
                throw new IllegalStateException("the server closed the connection");
            }
            var headers = new HashMap<String, String>();
            for (var line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                headers.put(
                        line.substring(0, colon).toLowerCase(Locale.ROOT),
                        line.substring(colon + 1).strip());
            }
            int length = withBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
            var body = in.readNBytes(length);
            var parts = status.split(" ", 3);
            return new Response(Integer.parseInt(parts[1]), parts[2], headers, body);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Returns true if the server has closed the connection and sent nothing more.
    public boolean ended() {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException reset) {
            return true;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// A response; header names are in lower case.
    ///
    /// @param reason reason phrase of the status line
    public record Response(int status, String reason, Map<String, String> headers, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public JsonNode json() {
            return Json.parse(body);
        }
    }
}
