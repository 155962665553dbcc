package dev.sluice.rail.sandbox.bank;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Text of an XML file, element by element.
final class XmlText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /// Begins a document.
    ///
    /// @param message such as `camt.053.001.08`
    XmlText(String message) {
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:")
                .append(message)
                .append("\">");
        open.push("Document");
    }

    XmlText open(String... names) {
        for (var name : names) {
            text.append('<').append(name).append('>');
            open.push(name);
        }
        return this;
    }

    XmlText close(int count) {
        for (int i = 0; i < count; i++) {
            text.append("</").append(open.pop()).append('>');
        }
        return this;
    }

    /// Adds an element with a text. A null text adds nothing.
    XmlText leaf(String name, @Nullable String value) {
        if (value != null) {
            text.append('<')
                    .append(name)
                    .append('>')
                    .append(escaped(value))
                    .append("</")
                    .append(name)
                    .append('>');
        }
        return this;
    }

    /// Adds elements in each other, the innermost with a text. A null text adds nothing.
    XmlText path(@Nullable String value, String... names) {
        if (value != null) {
            for (int i = 0; i < names.length - 1; i++) {
                open(names[i]);
            }
            leaf(names[names.length - 1], value).close(names.length - 1);
        }
        return this;
    }

    XmlText amount(String name, String currency, String value) {
        text.append('<').append(name).append(" Ccy=\"").append(currency).append("\">");
        text.append(value).append("</").append(name).append('>');
        return this;
    }

    XmlText time(String name, Instant instant, ZoneId zone) {
        return leaf(name, TIME.format(instant.truncatedTo(ChronoUnit.SECONDS).atZone(zone)));
    }

    /// Ends the document.
    String end() {
        close(open.size());
        return text.append('\n').toString();
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
