package dev.sluice.iso20022.xml;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;

/// The characters of a document. They end with an error after too many, inside a tag, comment, CDATA section,
/// processing instruction or text that is too long, and at bytes that are not of the charset. The parser of the JDK
/// keeps each of these in memory as a whole, and prints errors of the charset.
final class MarkupGuard extends Reader {
    /// Maximum length of one tag, comment, section, instruction or text.
    private static final int TOKEN_MAX = 256 * 1024;

    private static final String COMMENT = "!--";
    private static final String SECTION = "![CDATA[";
    private static final String SMALLER_FILES = "; ask the bank for smaller files, for instance one per day";

    private final Reader text;
    private final Charset charset;
    private final long sizeMax;
    private long size;
    private int length;
    private int line = 1;
    /// Text that ends the current token; empty between tokens.
    private String end = "";
    private int matched;
    private final StringBuilder opening = new StringBuilder();

    private String fault = "";

    MarkupGuard(InputStream bytes, Charset charset, long sizeMax) {
        this.text = new BufferedReader(new InputStreamReader(
                bytes,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)));
        this.charset = charset;
        this.sizeMax = sizeMax;
    }

    /// Returns the fault and the way out; empty if there is none.
    String fault() {
        return fault;
    }

    /// Returns the number of the last line that was read, counted from one.
    int line() {
        return line;
    }

    @Override
    public int read(char[] into, int offset, int count) throws IOException {
        int read;
        try {
            read = text.read(into, offset, count);
        } catch (CharacterCodingException otherCharset) {
            throw wrong("there are bytes that are not " + charset + "; ask the bank to send the file again");
        }
        for (int i = 0; i < read; i++) {
            check(into[offset + i]);
        }
        return read;
    }

    @Override
    public void close() throws IOException {
        text.close();
    }

    private void check(char each) throws IOException {
        if (++size > sizeMax) {
            throw wrong("the file is larger than " + sizeMax / (1024 * 1024) + " MiB" + SMALLER_FILES);
        }
        if (++length > TOKEN_MAX) {
            throw wrong("a tag, comment or text is longer than " + TOKEN_MAX / 1024
                    + " KiB; this is no message of ISO 20022");
        }
        line += each == '\n' ? 1 : 0;
        if (!end.isEmpty()) {
            inside(each);
        } else if (each == '<') {
            begin(">");
            opening.setLength(0);
        }
    }

    private void inside(char each) {
        if (end.equals(">") && opening.length() < SECTION.length()) {
            opening.append(each);
            var until = switch (opening.toString()) {
                case COMMENT -> "-->";
                case SECTION -> "]]>";
                case "?" -> "?>";
                default -> "";
            };
            if (!until.isEmpty()) {
                begin(until);
                return;
            }
        }
        // In `--->` and `]]]>`, the last two characters before the bracket count.
        boolean repeated = matched == 2 && each == end.charAt(0);
        if (!repeated) {
            matched = each == end.charAt(matched) ? matched + 1 : each == end.charAt(0) ? 1 : 0;
        }
        if (matched == end.length()) {
            begin("");
        }
    }

    private void begin(String until) {
        end = until;
        matched = 0;
        length = 0;
    }

    private IOException wrong(String text) {
        fault = text;
        return new IOException(text);
    }
}
