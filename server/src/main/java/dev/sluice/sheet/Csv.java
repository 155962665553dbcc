package dev.sluice.sheet;

import dev.sluice.sheet.Sheet.Line;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/// Reader of CSV (RFC 4180) as programs write it: in UTF-8, or in UTF-16 with a byte order mark as Excel's "Unicode
/// text" and SAP do. Cells are separated by commas, semicolons or tabs; a first line such as `sep=;` can name the
/// separator.
final class Csv {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final Pattern SEPARATOR =
            Pattern.compile("\\A\"?sep=([^\"\\r\\n])\"?[;,\\t]*(?=\\r|\\n|\\z)", Pattern.CASE_INSENSITIVE);
    private static final Pattern LINE_BREAK = Pattern.compile("\\r\\n|\\r|\\n");
    /// Control characters that never occur in text.
    private static final Pattern BINARY = Pattern.compile("[\\x00-\\x08\\x0E-\\x1A\\x1C-\\x1F]");

    private Csv() {}

    /// @param lines receives the rows
    static void read(byte[] bytes, Lines lines) throws Unreadable {
        var text = text(bytes);
        var matcher = SEPARATOR.matcher(text);
        var format = CSVFormat.RFC4180
                .builder()
                .setDelimiter(matcher.find() ? matcher.group(1).charAt(0) : separator(text))
                .setIgnoreEmptyLines(false)
                .get();
        int number = 0;
        // The line that names the separator counts as an empty one.
        try (var parser = format.parse(new StringReader(matcher.replaceFirst("")))) {
            for (CSVRecord each : parser) {
                number++;
                lines.add(new Line(number, each.toList()));
            }
        } catch (IOException | UncheckedIOException malformed) {
            throw new Unreadable(Reason.STRAY_QUOTE, String.valueOf(number + 1));
        } catch (IllegalArgumentException malformed) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
    }

    /// Detects the separator in the first row, outside quotes: comma if there is one, else semicolon, else tab.
    private static char separator(String text) {
        boolean quoted = false;
        char found = ',';
        for (int at = 0; at < text.length(); at++) {
            char each = text.charAt(at);
            if (each == '"') {
                quoted = !quoted;
            } else if (!quoted && (each == '\n' || each == '\r')) {
                break;
            } else if (!quoted && each == ',') {
                return ',';
            } else if (!quoted && (each == ';' || (each == '\t' && found != ';'))) {
                found = each;
            }
        }
        return found;
    }

    private static String text(byte[] bytes) throws Unreadable {
        boolean wide = bytes.length > 1
                && ((bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)
                        || (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF));
        var text = wide ? decoded(bytes, StandardCharsets.UTF_16) : decoded(bytes, StandardCharsets.UTF_8);
        if (text.indexOf('\0') >= 0) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private static String decoded(byte[] bytes, Charset charset) throws Unreadable {
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        if (!charset.newDecoder().decode(in, out, true).isError()) {
            return out.flip().toString();
        }
        if (BINARY.matcher(new String(bytes, StandardCharsets.ISO_8859_1)).find()) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
        var before = new String(bytes, 0, in.position(), StandardCharsets.ISO_8859_1);
        long line = LINE_BREAK.matcher(before).results().count() + 1;
        throw new Unreadable(Reason.NOT_UTF_8, String.valueOf(line));
    }
}
