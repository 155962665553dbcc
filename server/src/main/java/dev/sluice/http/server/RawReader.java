package dev.sluice.http.server;

import io.helidon.common.buffers.DataReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Reads a connection for the web server and remembers the request line: the web server upper-cases the method, but
/// methods are case-sensitive (RFC 9110, 9.1).
final class RawReader extends DataReader {
    private static final byte[] NONE = {};

    private byte[] last = NONE;

    /// Uses the constructor of the web server's own factory; there is no other way to observe the bytes read.
    @SuppressWarnings("removal")
    RawReader(DataReader source) {
        super(() -> pulled(source));
    }

    private static byte @Nullable [] pulled(DataReader source) {
        try {
            return source.readBuffer().readBytes();
        } catch (InsufficientDataAvailableException ended) {
            return null;
        }
    }

    @Override
    public byte[] readBytes(int length) {
        last = super.readBytes(length);
        return last;
    }

    /// Returns the method as it was sent. Call it right after the web server has read the request line.
    String method() {
        var line = new String(last, StandardCharsets.US_ASCII);
        last = NONE;
        return line.substring(0, line.indexOf(' '));
    }
}
