package dev.sluice.rail.sandbox.bank;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/// Reads XML as a strict bank does: UTF-8 without a byte order mark, a declaration with double quotes, the default
/// namespace first, and no comments, document types or CDATA.
final class StrictXml {
    private static final Pattern HEAD = Pattern.compile("<\\?xml version=\"1\\.0\" encoding=\"(?i:UTF-8)\""
            + "( standalone=\"(yes|no)\")? ?\\?>\\s*<Document\\s+xmlns=\"([^\"]+)\"");
    private static final int DEPTH_MAX = 30;

    private StrictXml() {}

    /// A document.
    record Document(String namespace, Element content) {}

    /// The file is no XML that the bank accepts.
    static final class NotAccepted extends Exception {
        private static final long serialVersionUID = 1L;

        NotAccepted(String text) {
            super(text);
        }
    }

    /// Returns the message in `Document`.
    static Document read(byte[] bytes) throws NotAccepted {
        var head = HEAD.matcher(text(bytes));
        if (!head.lookingAt()) {
            throw new NotAccepted("XML declaration or default namespace is not as required");
        }
        var root = parse(bytes).getDocumentElement();
        check(root, 1);
        var messages = elements(root);
        if (messages.size() != 1) {
            throw new NotAccepted("Document has " + messages.size() + " messages");
        }
        return new Document(head.group(3), messages.getFirst());
    }

    private static String text(byte[] bytes) throws NotAccepted {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new NotAccepted("the file is not UTF-8");
        }
    }

    private static org.w3c.dom.Document parse(byte[] bytes) throws NotAccepted {
        try {
            var factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setXIncludeAware(false);
            factory.setExpandEntityReferences(false);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new Silent());
            return builder.parse(new ByteArrayInputStream(bytes));
        } catch (SAXException malformed) {
            throw new NotAccepted("the file is no well-formed XML");
        } catch (ParserConfigurationException | IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void check(Element element, int depth) throws NotAccepted {
        if (depth > DEPTH_MAX) {
            throw new NotAccepted("elements are nested too deeply");
        }
        var children = element.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            var child = children.item(i);
            switch (child.getNodeType()) {
                case Node.ELEMENT_NODE -> check((Element) child, depth + 1);
                case Node.TEXT_NODE -> {
                    // Text is checked where it is read.
                }
                default -> throw new NotAccepted("comments, CDATA and processing instructions are not accepted");
            }
        }
    }

    static List<Element> elements(Element parent) {
        var found = new ArrayList<Element>();
        var children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    static List<Element> all(Element parent, String name) {
        return elements(parent).stream()
                .filter(each -> each.getLocalName().equals(name))
                .toList();
    }

    /// Returns the first element of a path; null if there is none.
    static @Nullable Element at(Element parent, String... path) {
        Element current = parent;
        for (var name : path) {
            var found = all(current, name);
            if (found.isEmpty()) {
                return null;
            }
            current = found.getFirst();
        }
        return current;
    }

    /// Returns the text of a path; null if there is none.
    static @Nullable String textAt(Element parent, String... path) {
        var found = at(parent, path);
        return found == null ? null : found.getTextContent();
    }

    static String required(Element parent, String... path) throws NotAccepted {
        var text = textAt(parent, path);
        if (text == null || text.isEmpty()) {
            throw new NotAccepted("element " + String.join("/", path) + " is missing in " + parent.getLocalName());
        }
        return text;
    }

    /// Reports nothing to the error stream.
    private static final class Silent implements ErrorHandler {
        @Override
        public void warning(SAXParseException warning) {
            // Warnings do not matter to the bank.
        }

        @Override
        public void error(SAXParseException error) throws SAXException {
            throw error;
        }

        @Override
        public void fatalError(SAXParseException error) throws SAXException {
            throw error;
        }
    }
}
