package dev.sluice.iso20022.csv;

import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The lines of a CSV file (RFC 4180): cells between delimiters, in quotes if they contain a delimiter, a quote or a
/// line break. Lines end with CR LF, LF or CR.
final class CsvText {
    /// Maximum size of a file, in bytes.
    static final int SIZE_MAX = 16 * 1024 * 1024;

    private static final int CELLS_MAX = 200;
    private static final char QUOTE = '"';
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String text;
    private final char delimiter;
    private int at;
    private int line = 1;

    private CsvText(String text, char delimiter) {
        this.text = text;
        this.delimiter = delimiter;
    }

    /// A line with its number in the file.
    record Row(int line, List<String> cells) {
        boolean isEmpty() {
            return cells.stream().allMatch(String::isBlank);
        }
    }

    /// Reads the lines that are not empty, without those before the names of the columns.
    static List<Row> rows(InputStream bytes, CsvMapping.Format format, Findings findings)
            throws Unreadable, IOException {
        var text = decode(bytes.readNBytes(SIZE_MAX + 1), format.charset());
        var csv = new CsvText(text, format.delimiter());
        for (int skipped = 0; skipped < format.skip(); skipped++) {
            csv.skipLine();
        }
        var rows = new ArrayList<Row>();
        while (csv.at < text.length()) {
            var row = csv.row();
            if (!row.isEmpty()) {
                findings.count();
                rows.add(row);
            }
        }
        if (!text.isEmpty() && !isBreak(text.charAt(text.length() - 1))) {
            findings.problem("the last line has no line break at its end, so the file may be cut off");
        }
        return rows;
    }

    private static String decode(byte[] bytes, Charset charset) throws Unreadable {
        if (bytes.length > SIZE_MAX) {
            throw new Unreadable("the CSV file has more than " + SIZE_MAX / 1024 / 1024 + " MiB");
        }
        boolean marked =
                bytes.length > 2 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
        if (marked && !charset.equals(StandardCharsets.UTF_8)) {
            throw new Unreadable("the file is in UTF-8, as its byte order mark says, but the mapping says "
                    + charset.name() + "; set in.csv.charset to utf-8");
        }
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        if (charset.newDecoder().decode(in, out, true).isError()) {
            throw new Unreadable("line " + (breaks(bytes, in.position()) + 1) + ": is not in " + charset.name()
                    + "; set in.csv.charset as the bank writes its files");
        }
        var text = out.flip().toString();
        if (text.chars().anyMatch(each -> each < ' ' && each != '\t' && each != '\r' && each != '\n')) {
            throw new Unreadable("the file has control characters, so it is no CSV file");
        }
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private static int breaks(byte[] bytes, int until) {
        int breaks = 0;
        for (int at = 0; at < until; at++) {
            breaks += bytes[at] == '\n' ? 1 : 0;
        }
        return breaks;
    }

    private static boolean isBreak(char each) {
        return each == '\r' || each == '\n';
    }

    private void skipLine() throws Unreadable {
        if (at >= text.length()) {
            throw new Unreadable("the file has fewer lines than in.csv.skip says");
        }
        while (at < text.length() && !isBreak(text.charAt(at))) {
            at++;
        }
        endLine();
    }

    private void endLine() {
        if (at < text.length()) {
            at += text.startsWith("\r\n", at) ? 2 : 1;
            line++;
        }
    }

    private Row row() throws Unreadable {
        int first = line;
        var cells = new ArrayList<String>();
        cells.add(cell());
        while (at < text.length() && text.charAt(at) == delimiter) {
            at++;
            cells.add(cell());
            if (cells.size() > CELLS_MAX) {
                throw new Unreadable("line " + first + ": has more than " + CELLS_MAX + " cells");
            }
        }
        endLine();
        return new Row(first, cells);
    }

    private String cell() throws Unreadable {
        if (at < text.length() && text.charAt(at) == QUOTE) {
            return quoted();
        }
        int from = at;
        while (at < text.length() && text.charAt(at) != delimiter && !isBreak(text.charAt(at))) {
            at++;
        }
        return text.substring(from, at);
    }

    /// A quote inside of a quoted cell is doubled.
    private String quoted() throws Unreadable {
        int first = line;
        var cell = new StringBuilder();
        at++;
        while (at < text.length()) {
            char each = text.charAt(at);
            if (each != QUOTE) {
                line += each == '\n' ? 1 : 0;
                cell.append(each);
                at++;
            } else if (text.startsWith("\"\"", at)) {
                cell.append(QUOTE);
                at += 2;
            } else {
                at++;
                if (at < text.length() && text.charAt(at) != delimiter && !isBreak(text.charAt(at))) {
                    throw new Unreadable("line " + line + ": has text after a closing quote");
                }
                return cell.toString();
            }
        }
        throw new Unreadable("line " + first + ": a quote is not closed, so the file is cut off or damaged");
    }
}
