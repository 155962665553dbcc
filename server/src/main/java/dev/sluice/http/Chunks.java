package dev.sluice.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// The frame of a chunked body (RFC 9112, 7.1), without extensions and trailers, read as strictly as it is written.
final class Chunks {
    private static final int SIZE_DIGITS_MAX = 8;
    private static final Pattern SIZE = Pattern.compile("[0-9A-Fa-f]{1," + SIZE_DIGITS_MAX + "}");
    private static final int HEXADECIMAL = 16;
    private static final int LINE_END_BYTES = 2;

    private final DataReader reader;

    Chunks(DataReader reader) {
        this.reader = reader;
    }

    /// How many bytes the next chunk has, whose size is read. The last chunk, which has none, is only looked at.
    long next() {
        int digits = reader.findNewLine(SIZE_DIGITS_MAX + 1);
        var size = digits == 0 ? "" : reader.getBuffer(digits).readString(digits, StandardCharsets.US_ASCII);
        if (!SIZE.matcher(size).matches()) {
            throw malformed("Chunk size is invalid");
        }
        long bytes = Long.parseLong(size, HEXADECIMAL);
        if (bytes > 0) {
            reader.skip(digits + LINE_END_BYTES);
            return bytes;
        }
        var last = new byte[digits + LINE_END_BYTES + LINE_END_BYTES];
        reader.getBuffer(last.length).read(last);
        if (last[last.length - 2] != '\r' || last[last.length - 1] != '\n') {
            throw malformed("Invalid terminating chunk");
        }
        return 0;
    }

    /// Reads the end of a chunk.
    void end() {
        if (reader.read() != '\r' || reader.read() != '\n') {
            throw malformed("Chunk size is invalid");
        }
    }

    static RequestException malformed(String message) {
        return RequestException.builder()
                .type(DirectHandler.EventType.BAD_REQUEST)
                .setKeepAlive(false)
                .message(message)
                .build();
    }
}
