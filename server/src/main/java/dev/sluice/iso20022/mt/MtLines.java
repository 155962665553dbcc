package dev.sluice.iso20022.mt;

import dev.sluice.iso20022.Unreadable;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Lines of an MT file. A line ends with CR, LF or both. Text is UTF-8, and ISO 8859-1 in a line that is not.
/// Control characters are left out: SWIFT begins and ends a transmission with them.
final class MtLines {
    /// Maximum length of a line, in bytes. The standard has 65 characters; some banks put a field into one line.
    private static final int LENGTH_MAX = 16 * 1024;

    private final BufferedInputStream bytes;
    private final long sizeMax;
    private long size;
    private int number;
    private @Nullable String ahead;
    private boolean afterReturn;

    MtLines(InputStream bytes, long sizeMax) {
        this.bytes = new BufferedInputStream(bytes);
        this.sizeMax = sizeMax;
    }

    /// Returns the number of the last line that was taken, counted from one.
    int number() {
        return number;
    }

    /// Returns the next line without its end; null at the end of the file.
    @Nullable
    String next() throws Unreadable, IOException {
        var line = peek();
        ahead = null;
        number++;
        return line;
    }

    /// Returns the next line and leaves it for [#next].
    @Nullable
    String peek() throws Unreadable, IOException {
        if (ahead == null) {
            ahead = read();
        }
        return ahead;
    }

    private @Nullable String read() throws Unreadable, IOException {
        var line = new ByteArrayOutputStream();
        while (true) {
            int each = bytes.read();
            if (each < 0) {
                return line.size() == 0 ? null : text(line.toByteArray());
            }
            if (++size > sizeMax) {
                throw new Unreadable("the file is larger than " + sizeMax / (1024 * 1024)
                        + " MiB; ask the bank for smaller files, for instance one per day");
            }
            boolean secondHalf = each == '\n' && afterReturn;
            afterReturn = each == '\r';
            if (secondHalf) {
                continue;
            }
            if (each == '\n' || each == '\r') {
                return text(line.toByteArray());
            }
            if (line.size() >= LENGTH_MAX) {
                throw new Unreadable("line " + (number + 1) + ": is longer than " + LENGTH_MAX
                        + " bytes; this is no MT940 or MT942");
            }
            if (each >= ' ' || each == '\t') {
                line.write(each);
            }
        }
    }

    private static String text(byte[] line) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line))
                    .toString();
        } catch (CharacterCodingException otherCharset) {
            return new String(line, StandardCharsets.ISO_8859_1);
        }
    }
}
