package dev.sluice.http;

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

/// Reads the body of a request whole, into memory that is taken as bytes come in. Chunks are read here: the web server
/// would hold one until its end, with what each packet costs, and looks for the end of the line before it for ever.
final class BodyReader {
    private static final int BEGINNING_BYTES = 1024;
    private static final int GROWTH = 2;
    private static final int STEP_BYTES = 16 * 1024;

    private final Bodies.Hold hold;
    /// What may come in yet, which is all that room is ever made for.
    private final int bytesMax;

    private byte[] bytes;
    private int size;
    private boolean noRoom;

    private BodyReader(Bodies.Hold hold, int bytesMax) {
        this.hold = hold;
        this.bytesMax = bytesMax;
        this.bytes = new byte[Math.min(bytesMax, BEGINNING_BYTES)];
    }

    /// What became of a body.
    sealed interface Outcome {
        /// It is here.
        record Whole(byte[] bytes) implements Outcome {}

        /// It is refused before its end.
        ///
        /// @param read what was read of it, as far as that counts
        record Cut(Refused refused, long read) implements Outcome {}

        /// The end of the body cannot be found.
        record Endless(Refused refused) implements Outcome {}
    }

    /// A body that ends before its end is not a request. One that is too large is refused as soon as its length is
    /// known.
    ///
    /// @param bytesMax what a body may have
    static Outcome read(ServerRequest in, Connection connection, Bodies.Hold hold, int bytesMax) {
        if (!in.content().hasEntity()) {
            return new Outcome.Whole(new byte[0]);
        }
        // As the web server decides which of the two it is.
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
            // From now on, a client that waits for `100 Continue` has it.
            var stream = in.content().inputStream();
            return chunked ? reader.chunks(connection.reader(), stream) : reader.plain(stream);
        } catch (IOException | UncheckedIOException | DataReader.InsufficientDataAvailableException broken) {
            throw new CloseConnectionException("The body broke off", broken);
        } catch (Chunks.Malformed malformed) {
            return new Outcome.Endless(
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
            // The web server so learns that the body has ended.
            stream.transferTo(OutputStream.nullOutputStream());
        }
        return outcome();
    }

    /// The last chunk is left to the web server, which so learns that the body has ended.
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

    /// Makes a place for what comes in next, within what the body may have.
    private boolean hasPlace(int more) {
        if (bytes.length - size >= more) {
            return true;
        }
        int needed = size + more;
        int length = Math.min(bytesMax, Math.max(bytes.length * GROWTH, needed));
        if (!hold.grow(length)) {
            // Where there is no room to grow by much, there may be some for a little.
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
                : new Outcome.Whole(size == bytes.length ? bytes : Arrays.copyOf(bytes, size));
    }
}
