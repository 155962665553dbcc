package dev.sluice.http.server;

import io.helidon.common.buffers.DataReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Strict decoder of the chunked framing (RFC 9112, 7.1), without extensions and trailers.
final class Chunks {
    private static final int SIZE_DIGITS_MAX = 8;
    private static final Pattern SIZE = Pattern.compile("[0-9A-Fa-f]{1," + SIZE_DIGITS_MAX + "}");
    private static final int HEXADECIMAL = 16;
    private static final int LINE_END_BYTES = 2;

    private final DataReader reader;

    Chunks(DataReader reader) {
        this.reader = reader;
    }

    /// Returns the size of the next chunk and consumes its size line. The last chunk (size 0) is only peeked at.
    long next() throws Malformed {
        int digits = digits();
        var size = digits == 0 ? "" : reader.getBuffer(digits).readString(digits, StandardCharsets.US_ASCII);
        if (!SIZE.matcher(size).matches()) {
            throw new Malformed("Chunk size is invalid");
        }
        long bytes = Long.parseLong(size, HEXADECIMAL);
        if (bytes > 0) {
            reader.skip(digits + LINE_END_BYTES);
            return bytes;
        }
        var last = new byte[digits + LINE_END_BYTES + LINE_END_BYTES];
        reader.getBuffer(last.length).read(last);
        if (last[last.length - 2] != '\r' || last[last.length - 1] != '\n') {
            throw new Malformed("Invalid terminating chunk");
        }
        return 0;
    }

    private int digits() throws Malformed {
        try {
            return reader.findNewLine(SIZE_DIGITS_MAX + 1);
        } catch (DataReader.IncorrectNewLineException halved) {
            throw new Malformed("Chunk size is invalid");
        }
    }

    /// Consumes the line end after the data of a chunk.
    void end() throws Malformed {
        if (reader.read() != '\r' || reader.read() != '\n') {
            throw new Malformed("Chunk size is invalid");
        }
    }

    /// The framing is invalid or ambiguous.
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }
}
