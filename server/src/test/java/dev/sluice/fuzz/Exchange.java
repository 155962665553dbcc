package dev.sluice.fuzz;

import dev.sluice.fuzz.Draft.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/// A request as sent over a raw socket, and its response. The socket permits data that no HTTP client would send.
///
/// @param status 0 if the service did not answer
record Exchange(Draft draft, List<Header> sent, int status, List<Header> headers, byte[] body, Duration took) {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    /// Sends a request on a connection of its own and reads the whole response.
    static Exchange send(int port, Draft draft, List<Header> headers) throws IOException {
        long start = System.nanoTime();
        var received = new byte[0];
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            try {
                socket.getOutputStream().write(written(draft, headers, port));
                socket.getOutputStream().flush();
            } catch (SocketException _) {
                // The service may have answered before it had read everything.
            }
            received = all(socket.getInputStream());
        }
        var took = Duration.ofNanos(System.nanoTime() - start);
        return read(draft, headers, received, took);
    }

    private static byte[] written(Draft draft, List<Header> headers, int port) {
        var head = new StringBuilder()
                .append(draft.operation().method() + " " + draft.target() + " HTTP/1.1\r\n")
                .append("Host: localhost:" + port + "\r\nConnection: close\r\n");
        for (var header : headers) {
            head.append(header.name() + ": " + header.value() + "\r\n");
        }
        if (draft.body().length > 0 || !draft.operation().method().equals("GET")) {
            head.append("Content-Length: " + draft.body().length + "\r\n");
        }
        var out = new ByteArrayOutputStream();
        out.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        out.writeBytes(draft.body());
        return out.toByteArray();
    }

    private static byte[] all(InputStream in) throws IOException {
        var out = new ByteArrayOutputStream();
        var buffer = new byte[16_384];
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (SocketTimeoutException late) {
            return new byte[0];
        } catch (SocketException _) {
            // A server that answers early may close early; the received bytes count.
        }
        return out.toByteArray();
    }

    private static Exchange read(Draft draft, List<Header> sent, byte[] received, Duration took) {
        var text = new String(received, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (!text.startsWith("HTTP/1.1 ") || end < 0) {
            return new Exchange(draft, sent, 0, List.of(), received, took);
        }
        var headers = new ArrayList<Header>();
        var lines = text.substring(0, end).split("\r\n");
        for (var line : Arrays.asList(lines).subList(1, lines.length)) {
            int colon = line.indexOf(':');
            headers.add(new Header(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        var body = Arrays.copyOfRange(received, end + 4, received.length);
        var read =
                new Exchange(draft, sent, Integer.parseInt(lines[0].split(" ")[1]), List.copyOf(headers), body, took);
        return read.header("Transfer-Encoding").isPresent() ? read.unchunked() : read;
    }

    private Exchange unchunked() {
        var text = new String(body, StandardCharsets.ISO_8859_1);
        var out = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int line = text.indexOf("\r\n", at);
            int size = Integer.parseInt(text.substring(at, line), 16);
            if (size == 0) {
                break;
            }
            out.append(text, line + 2, line + 2 + size);
            at = line + 2 + size + 2;
        }
        var plain = out.toString().getBytes(StandardCharsets.ISO_8859_1);
        return new Exchange(draft, sent, status, headers, plain, took);
    }

    Optional<String> header(String name) {
        return headers.stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .map(Header::value)
                .findFirst();
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    java.net.http.HttpHeaders httpHeaders() {
        var all = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach(each -> all.computeIfAbsent(each.name().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                .add(each.value()));
        return java.net.http.HttpHeaders.of(all, (_, _) -> true);
    }

    /// Returns a short report of the exchange for the reader of a failure.
    String report() {
        return draft.operation().method() + " " + shortened(draft.target()) + " " + draft.changes() + "\n  headers "
                + shortened(sent.toString()) + "\n  body " + shortened(draft.text()) + "\n  answer " + status + " "
                + shortened(text());
    }

    private static String shortened(String text) {
        return text.length() > 600 ? text.substring(0, 600) + "… (" + text.length() + ")" : text;
    }
}
