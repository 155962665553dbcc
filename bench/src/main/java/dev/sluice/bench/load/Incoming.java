package dev.sluice.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Buffer for an incoming HTTP request or answer: a head with the length of the body, and the body.
final class Incoming {
    private static final int BYTES_MAX = 4 * 1024 * 1024;
    private static final String CONTENT_LENGTH = "content-length:";
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

    private byte[] in = new byte[16 * 1024];
    private int received;
    private int body;
    private int expected = -1;
    private String head = "";

    /// Prepares for the next message.
    void clear() {
        received = 0;
        expected = -1;
    }

    /// Reads available bytes; true once the message is complete.
    ///
    /// @throws EOFException if the peer has closed the connection
    boolean read(SocketChannel channel) throws IOException {
        if (received == in.length) {
            if (in.length >= BYTES_MAX) {
                throw new IOException("a message is longer than " + BYTES_MAX + " bytes");
            }
            in = Arrays.copyOf(in, 2 * in.length);
        }
        int count = channel.read(ByteBuffer.wrap(in, received, in.length - received));
        if (count < 0) {
            throw new EOFException("the peer closed a connection");
        }
        received += count;
        if (expected < 0) {
            body = endOfHead();
            if (body < 0) {
                return false;
            }
            head = new String(in, 0, body, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
            expected = body
                    + Integer.parseInt(header(CONTENT_LENGTH)
                            .orElseThrow(() -> new IOException("a message has no length: " + head)));
        }
        return received >= expected;
    }

    int bodyBytes() {
        return expected - body;
    }

    /// Returns a header's value in lower case.
    ///
    /// @param name name in lower case, with its colon
    Optional<String> header(String name) {
        int at = head.indexOf("\r\n" + name);
        return at < 0
                ? Optional.empty()
                : Optional.of(head.substring(at + 2 + name.length(), head.indexOf('\r', at + 2))
                        .strip());
    }

    /// Returns the text between the first occurrence of a prefix in the body and the next quotation mark.
    Optional<String> quoted(String before) {
        var text = new String(in, body, received - body, StandardCharsets.UTF_8);
        int at = text.indexOf(before);
        int end = at < 0 ? -1 : text.indexOf('"', at + before.length());
        return end < 0 ? Optional.empty() : Optional.of(text.substring(at + before.length(), end));
    }

    /// Returns the status of an answer.
    int status() {
        return Integer.parseInt(new String(in, 9, 3, StandardCharsets.US_ASCII));
    }

    /// Returns the whole text, for error messages.
    String text() {
        return new String(in, 0, received, StandardCharsets.UTF_8);
    }

    private int endOfHead() {
        for (int at = 0; at + END_OF_HEAD.length <= received; at++) {
            if (Arrays.equals(in, at, at + END_OF_HEAD.length, END_OF_HEAD, 0, END_OF_HEAD.length)) {
                return at + END_OF_HEAD.length;
            }
        }
        return -1;
    }
}
