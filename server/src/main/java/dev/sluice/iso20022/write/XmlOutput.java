package dev.sluice.iso20022.write;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/// Writes XML as banks accept it: a declaration with double quotes, a default namespace, UTF-8 without a byte order
/// mark, one element per line, no comments, no empty elements. The JDK's writer leaves quotes and order to its
/// implementation, and accepts characters that XML has not.
final class XmlOutput {
    private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    private static final String INDENT = "  ";

    private final StringBuilder out = new StringBuilder(DECLARATION);
    private final Deque<String> open = new ArrayDeque<>();

    XmlOutput(String namespace) {
        out.append("<Document xmlns=\"").append(escaped(namespace)).append("\">\n");
        open.push("Document");
    }

    /// Writes an element with its content.
    void element(String name, Runnable content) {
        indent();
        out.append('<').append(name).append(">\n");
        open.push(name);
        content.run();
        end();
    }

    void text(String name, String value) {
        text(name, "", value);
    }

    void amount(String name, String currency, String value) {
        text(name, " Ccy=\"" + escaped(currency) + "\"", value);
    }

    /// Ends the document. Nothing can be written afterwards.
    byte[] bytes() {
        end();
        if (!open.isEmpty()) {
            throw new IllegalStateException("elements are open: " + open);
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void text(String name, String attributes, String value) {
        if (value.isBlank()) {
            throw new IllegalStateException("an element would be empty: " + name);
        }
        indent();
        out.append('<').append(name).append(attributes).append('>');
        out.append(escaped(value));
        out.append("</").append(name).append(">\n");
    }

    private void end() {
        var name = open.pop();
        indent();
        out.append("</").append(name).append(">\n");
    }

    private void indent() {
        out.repeat(INDENT, open.size());
    }

    private static String escaped(String value) {
        var safe = new StringBuilder(value.length());
        value.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(checked(point));
            }
        });
        return safe.toString();
    }

    /// Returns the code point if XML 1.0 has it; line ends and tabs have no place in a field.
    private static int checked(int point) {
        boolean has = (point >= 0x20 && point <= 0xd7ff)
                || (point >= 0xe000 && point <= 0xfffd)
                || (point >= 0x10000 && point <= 0x10ffff);
        if (!has) {
            throw new IllegalStateException("no character of a field: " + Integer.toHexString(point));
        }
        return point;
    }
}
