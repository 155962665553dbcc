package dev.sluice.iso20022;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;

/// The beginning of a file: its format and charset.
///
/// @param skipped bytes of a byte order mark, of white space and of the control characters that begin SWIFT's
///     transmissions; readers do not expect them
/// @param lines line breaks in the skipped bytes
record Head(Format format, Charset charset, int skipped, int lines) {
    private static final String DECLARATION_END = "?>";
    private static final String ENCODING = "encoding=";

    enum Format {
        XML,
        MT,
        EMPTY,
        ZIP,
        PGP,
        OTHER
    }

    /// @throws Unreadable if the file declares a charset that does not exist
    static Head of(byte[] head) throws Unreadable {
        if (startsWith(head, 0xFE, 0xFF) || startsWith(head, 0, '<')) {
            return new Head(Format.XML, StandardCharsets.UTF_16BE, head[0] == 0 ? 0 : 2, 0);
        }
        if (startsWith(head, 0xFF, 0xFE) || startsWith(head, '<', 0)) {
            return new Head(Format.XML, StandardCharsets.UTF_16LE, head[1] == 0 ? 0 : 2, 0);
        }
        int at = startsWith(head, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        int lines = 0;
        while (at < head.length && head[at] >= 0 && head[at] <= ' ') {
            lines += head[at] == '\n' ? 1 : 0;
            at++;
        }
        var text = new String(head, at, head.length - at, StandardCharsets.ISO_8859_1);
        var format = format(text);
        return new Head(format, format == Format.XML ? charset(text) : StandardCharsets.UTF_8, at, lines);
    }

    private static Format format(String text) {
        if (text.isEmpty()) {
            return Format.EMPTY;
        }
        if (text.charAt(0) == '<') {
            return Format.XML;
        }
        if (text.startsWith("PK\u0003\u0004") || text.startsWith("PK\u0005\u0006") || text.startsWith("\u001f\u008b")) {
            return Format.ZIP;
        }
        if (text.startsWith("-----BEGIN PGP")) {
            return Format.PGP;
        }
        return text.startsWith(":20:")
                        || text.startsWith("{1:")
                        || text.contains("\n:20:")
                        || text.contains("\r:20:")
                        || text.contains("{4:")
                ? Format.MT
                : Format.OTHER;
    }

    /// Returns the charset of the XML declaration; UTF-8 if there is none.
    private static Charset charset(String text) throws Unreadable {
        int end = text.startsWith("<?xml") ? text.indexOf(DECLARATION_END) : -1;
        int begin = end < 0 ? -1 : text.substring(0, end).indexOf(ENCODING);
        if (begin < 0) {
            return StandardCharsets.UTF_8;
        }
        var quoted = text.substring(begin + ENCODING.length(), end).strip();
        int close = quoted.isEmpty() ? -1 : quoted.indexOf(quoted.charAt(0), 1);
        var name = close < 0 ? quoted : quoted.substring(1, close);
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new Unreadable(
                    "line 1: the file declares a charset that does not exist; ask the bank to send it again");
        }
    }

    private static boolean startsWith(byte[] head, int... mark) {
        for (int i = 0; i < mark.length; i++) {
            if (head.length <= i || (head[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
