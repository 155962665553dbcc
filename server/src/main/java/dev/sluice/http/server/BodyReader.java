package dev.sluice.http.server;

import dev.sluice.refusal.Refusal;
import dev.sluice.refusal.Refused;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/// Reads a whole request body into memory that is reserved as bytes arrive. Chunked bodies are decoded here and not by
/// the web server. That one holds a whole chunk with the overhead of each packet, and searches for the line end before
/// it without a limit.
final class BodyReader {
    private static final int BEGINNING_BYTES = 1024;
    private static final int GROWTH = 2;
    private static final int STEP_BYTES = 16 * 1024;

    private final Bodies.Hold hold;
    /// Maximum number of bytes that can still arrive; the buffer never grows beyond it.
    private final int bytesMax;

    private byte[] bytes;
    private int size;
    private boolean noRoom;

    private BodyReader(Bodies.Hold hold, int bytesMax) {
        this.hold = hold;
        this.bytesMax = bytesMax;
        this.bytes = new byte[Math.min(bytesMax, BEGINNING_BYTES)];
    }

    /// Result of reading a body.
    sealed interface Outcome {
        /// The whole body was read.
        record Complete(byte[] bytes) implements Outcome {}

        /// The body was refused before its end.
        ///
        /// @param read number of bytes read so far, as far as the draining needs it
        record Cut(Refused refused, long read) implements Outcome {}

        /// The chunked framing is malformed, so that the end of the body cannot be found.
        record MalformedFraming(Refused refused) implements Outcome {}
    }

    /// Reads the body. A body that ends early closes the connection. A body that is too large is refused as soon
    /// as its length is known.
    ///
    /// @param bytesMax maximum length of a body
    static Outcome read(ServerRequest in, Connection connection, Bodies.Hold hold, int bytesMax) {
        if (!in.content().hasEntity()) {
            return new Outcome.Complete(new byte[0]);
        }
        // The test that the web server itself uses.
        boolean chunked = in.headers().contains(HeaderValues.TRANSFER_ENCODING_CHUNKED);
        long announced = chunked ? 0 : connection.length();
        if (announced > bytesMax) {
            return new Outcome.Cut(Refusal.BODY_TOO_LARGE.refused(), 0);
        }
        if (!hold.mayGrow(announced)) {
            return new Outcome.Cut(Refusal.UNAVAILABLE.refused(), 0);
        }
        try {
            var reader = new BodyReader(hold, chunked ? bytesMax : (int) announced);
            // The web server has sent `100 Continue` from here on to a client that waits for it.
            var stream = in.content().inputStream();
            return chunked ? reader.chunks(connection.reader(), stream) : reader.plain(stream);
        } catch (IOException | UncheckedIOException | DataReader.InsufficientDataAvailableException broken) {
            throw new CloseConnectionException("The body broke off", broken);
        } catch (Chunks.Malformed malformed) {
            return new Outcome.MalformedFraming(
                    Refusal.MALFORMED_REQUEST.refused("request", String.valueOf(malformed.getMessage())));
        }
    }

    private Outcome plain(InputStream stream) throws IOException {
        while (size < bytesMax && hasPlace(1)) {
            int read = stream.read(bytes, size, bytes.length - size);
            if (read < 0) {
                break;
            }
            size += read;
        }
        if (!noRoom) {
            // Lets the web server notice the end of the body.
            stream.transferTo(OutputStream.nullOutputStream());
        }
        return outcome();
    }

    /// Leaves the last chunk to the web server, so that it notices the end of the body.
    private Outcome chunks(DataReader reader, InputStream stream) throws IOException, Chunks.Malformed {
        var chunks = new Chunks(reader);
        long total = 0;
        for (long left = chunks.next(); left > 0; left = chunks.next()) {
            total += left;
            if (total > bytesMax) {
                return new Outcome.Cut(Refusal.BODY_TOO_LARGE.refused(), total);
            }
            while (left > 0) {
                left -= part(reader, left);
                if (noRoom) {
                    return outcome();
                }
            }
            chunks.end();
        }
        stream.transferTo(OutputStream.nullOutputStream());
        return outcome();
    }

    private int part(DataReader reader, long left) {
        reader.ensureAvailable();
        int part = (int) Math.min(left, reader.available());
        if (!hasPlace(part)) {
            return 0;
        }
        System.arraycopy(reader.readBytes(part), 0, bytes, size, part);
        size += part;
        return part;
    }

    /// Makes room for more bytes, up to the maximum length of the body.
    private boolean hasPlace(int more) {
        if (bytes.length - size >= more) {
            return true;
        }
        int needed = size + more;
        int length = Math.min(bytesMax, Math.max(bytes.length * GROWTH, needed));
        if (!hold.grow(length)) {
            // Falls back to a small step if the buffer cannot be doubled.
            length = Math.min(bytesMax, needed + STEP_BYTES);
        }
        if (!hold.grow(length)) {
            noRoom = true;
            bytes = new byte[0];
            hold.close();
            return false;
        }
        bytes = Arrays.copyOf(bytes, length);
        return true;
    }

    private Outcome outcome() {
        return noRoom
                ? new Outcome.Cut(Refusal.UNAVAILABLE.refused(), size)
                : new Outcome.Complete(size == bytes.length ? bytes : Arrays.copyOf(bytes, size));
    }
}
