package dev.sluice.iso20022.xml;

import dev.sluice.iso20022.Unreadable;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// A position in an XML document. It moves forward only, from element to element by local names, and keeps nothing.
public final class XmlCursor {
    private static final int DEPTH_MAX = 60;

    /// Maximum length of the text in one element; the longest text in these messages has 20,000 characters.
    private static final int TEXT_LENGTH_MAX = 32 * 1024;

    /// Maximum number of elements of a subtree that is kept.
    private static final int NODES_MAX = 20_000;

    private static final String AGAIN = "; fetch it again, or ask the bank to send it again";

    private final XMLStreamReader reader;
    private final MarkupGuard guard;
    private final int linesBefore;
    private int depth;
    private int nodes;

    private XmlCursor(XMLStreamReader reader, MarkupGuard guard, int linesBefore) {
        this.reader = reader;
        this.guard = guard;
        this.linesBefore = linesBefore;
    }

    /// Reads the children of an element. A child that is not read to its end is skipped.
    @FunctionalInterface
    public interface Children {
        void read(String name) throws Unreadable;
    }

    /// @param sizeMax maximum number of characters
    /// @param linesBefore lines of the file before the document
    public static XmlCursor over(InputStream bytes, Charset charset, long sizeMax, int linesBefore) throws Unreadable {
        var guard = new MarkupGuard(bytes, charset, sizeMax);
        try {
            return new XmlCursor(hardened().createXMLStreamReader(guard), guard, linesBefore);
        } catch (XMLStreamException | RuntimeException damaged) {
            throw unreadable(guard, damaged, linesBefore);
        }
    }

    /// Reads the children of the current element; at the beginning, the document's only element.
    public void children(Children each) throws Unreadable {
        int level = depth;
        while (advance() != XMLStreamConstants.END_DOCUMENT) {
            if (depth < level) {
                return;
            }
            if (depth > level) {
                each.read(reader.getLocalName());
                while (depth > level) {
                    advance();
                }
            }
        }
    }

    /// Returns the texts that may name the kind of the current element: its namespace and the words of its
    /// attributes. Some files have the kind in a misspelt `Xmlns` or in the schema location only.
    public List<String> names() {
        var names = new ArrayList<String>();
        var uri = reader.getNamespaceURI();
        if (uri != null) {
            names.add(uri);
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            names.addAll(List.of(reader.getAttributeValue(i).strip().split(" ")));
        }
        return names;
    }

    /// Reads the current element to its end, and returns its text.
    public String text() throws Unreadable {
        return node().text();
    }

    /// Reads the current element to its end, with its children.
    public XmlNode node() throws Unreadable {
        nodes = 0;
        return subtree();
    }

    /// Returns line and column, counted from one.
    public String position() {
        return position(reader.getLocation(), linesBefore);
    }

    private XmlNode subtree() throws Unreadable {
        if (++nodes > NODES_MAX) {
            throw new Unreadable(position() + ": one transaction has more than " + NODES_MAX + " elements" + AGAIN);
        }
        var name = reader.getLocalName();
        var currency = currency();
        var position = position();
        var children = new ArrayList<XmlNode>();
        var text = new StringBuilder();
        int level = depth;
        while (true) {
            int event = advance();
            if (depth < level) {
                return new XmlNode(name, text.toString().strip(), currency, position, children);
            }
            if (depth > level) {
                children.add(subtree());
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
                if (text.length() > TEXT_LENGTH_MAX) {
                    throw new Unreadable(position + ": the text in " + name + " is longer than " + TEXT_LENGTH_MAX
                            + " characters; ask the bank what it is");
                }
            }
        }
    }

    private @Nullable String currency() {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (reader.getAttributeLocalName(i).equals("Ccy")) {
                return reader.getAttributeValue(i).strip();
            }
        }
        return null;
    }

    private int advance() throws Unreadable {
        int event;
        try {
            if (!reader.hasNext()) {
                return XMLStreamConstants.END_DOCUMENT;
            }
            event = reader.next();
        } catch (XMLStreamException | RuntimeException damaged) {
            // The parser of the JDK reports some damage by other exceptions.
            throw unreadable(guard, damaged, linesBefore);
        }
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                if (++depth > DEPTH_MAX) {
                    throw new Unreadable(position() + ": elements are nested deeper than " + DEPTH_MAX + " levels; this"
                            + " is no message of ISO 20022");
                }
            }
            case XMLStreamConstants.END_ELEMENT -> depth--;
            case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                throw new Unreadable(position() + ": the file declares or uses entities (DOCTYPE), which is refused;"
                        + " messages of ISO 20022 have none");
            default -> {
                // Comments and processing instructions have no values.
            }
        }
        return event;
    }

    private static Unreadable unreadable(MarkupGuard guard, Exception damaged, int linesBefore) {
        if (!guard.fault().isEmpty()) {
            return new Unreadable("after line " + (guard.line() + linesBefore) + ": " + guard.fault());
        }
        var where = "";
        if (damaged instanceof XMLStreamException located && located.getLocation() != null) {
            where = position(located.getLocation(), linesBefore) + ": ";
        }
        return new Unreadable(where + "the XML is cut off or damaged (" + reason(damaged) + ")" + AGAIN);
    }

    private static String position(javax.xml.stream.Location location, int linesBefore) {
        return "line " + (location.getLineNumber() + linesBefore) + ", column " + location.getColumnNumber();
    }

    /// Returns the parser's message in one line. Its first line repeats the position.
    private static String reason(Exception damaged) {
        var message = String.valueOf(damaged.getMessage());
        int own = message.indexOf("Message: ");
        var text = own < 0 ? message : message.substring(own + "Message: ".length());
        var line = new StringBuilder();
        text.chars().limit(200).forEach(each -> line.append(Character.isISOControl(each) ? ' ' : (char) each));
        return line.toString().strip();
    }

    private static XMLInputFactory hardened() {
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        return factory;
    }
}
