package dev.sluice.sheet;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.InputStream;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Looks a spreadsheet's documents through before they are read: the reader of spreadsheets makes room for all columns
/// up to the one that a cell names, and a number of all digits that are written, so that a few bytes could take all
/// memory. The parser is the reader's own with the same settings, so that both see the same.
final class CellBounds {
    /// A spreadsheet's last cell is `XFD1048576`.
    private static final Pattern ADDRESS = Pattern.compile("[A-Z]{1,3}[0-9]{1,7}");

    private static final XMLInputFactory XML = hardened();

    private CellBounds() {}

    /// @param document any entry of a spreadsheet: what is no XML has no cells
    /// @throws Unreadable where a cell lies beyond all columns, or its value is damaged or too long
    static void require(InputStream document, int lengthMax) throws Unreadable {
        try {
            require(XML.createXMLStreamReader(document), lengthMax);
        } catch (XMLStreamException | IllegalArgumentException noXml) {
            // The reader of spreadsheets comes to the same end, after the same cells.
        } catch (RuntimeException damaged) {
            // The parser finds some damage only where a value is asked for, which the reader may not do there.
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
    }

    private static void require(XMLStreamReader reader, int lengthMax) throws XMLStreamException, Unreadable {
        boolean inValue = false;
        int length = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    inValue = reader.getLocalName().equals("v");
                    length = 0;
                    if (reader.getLocalName().equals("c")) {
                        requireAddress(reader);
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> inValue = false;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    length += inValue ? reader.getTextLength() : 0;
                    if (length > lengthMax) {
                        throw new Unreadable(Reason.TOO_LARGE, String.valueOf(lengthMax));
                    }
                }
                default -> {
                    // Comments and the like hold nothing.
                }
            }
        }
    }

    private static void requireAddress(XMLStreamReader reader) throws Unreadable {
        for (int at = 0; at < reader.getAttributeCount(); at++) {
            if (reader.getAttributeLocalName(at).equals("r")
                    && !ADDRESS.matcher(reader.getAttributeValue(at)).matches()) {
                throw new Unreadable(Reason.NOT_A_TABLE, "");
            }
        }
    }

    private static XMLInputFactory hardened() {
        var factory = new InputFactoryImpl();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }
}
