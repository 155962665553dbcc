package dev.sluice.iso20022.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.BankFiles;
import dev.sluice.iso20022.Message.OutboundMessage;
import dev.sluice.iso20022.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.SAXException;

/// Schemas of messages, and our own reader, for files that we write. The schema of version 03 is that of the German
/// banks: it permits SEPA transfers alone.
public final class Schemas {
    private static final Map<String, Schema> LOADED = new ConcurrentHashMap<>();

    private Schemas() {}

    public static void assertValid(String message, byte[] file) {
        try {
            LOADED.computeIfAbsent(message, Schemas::load)
                    .newValidator()
                    .validate(new StreamSource(new ByteArrayInputStream(file)));
        } catch (SAXException invalid) {
            throw new AssertionError(invalid.getMessage() + "\n" + text(file), invalid);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /// Reads a file of ours back, and asserts that its totals are those of its transactions.
    static OutboundMessage read(String message, byte[] file) {
        try {
            var read = BankFiles.read(new ByteArrayInputStream(file));
            assertThat(read.kind()).isEqualTo(message);
            assertThat(read.problems()).containsExactly("not an inbound kind");
            return (OutboundMessage) read.messages().getFirst();
        } catch (IOException | Unreadable broken) {
            throw new AssertionError(text(file), broken);
        }
    }

    static String text(byte[] file) {
        return new String(file, StandardCharsets.UTF_8);
    }

    /// Returns a file without its line ends and indentation.
    public static String flat(byte[] file) {
        return text(file).replaceAll("\\n *", "");
    }

    private static Schema load(String message) {
        try {
            var source = Schemas.class.getResource("/" + message + ".xsd");
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(source);
        } catch (SAXException broken) {
            throw new AssertionError(broken);
        }
    }
}
