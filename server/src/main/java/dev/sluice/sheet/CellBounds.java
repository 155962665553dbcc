package dev.sluice.sheet;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import dev.sluice.sheet.Unreadable.Reason;
import java.io.InputStream;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Limits the XML documents of a spreadsheet before the library parses them. The library allocates all columns up to
/// the one that a cell names, all digits of a number, and the whole text of a cell. So a few bytes could exhaust the
/// memory. Parser and settings are the library's own, so that both see the same content.
final class CellBounds {
    /// The last cell of a spreadsheet is `XFD1048576`.
    private static final Pattern ADDRESS = Pattern.compile("[A-Z]{1,3}[0-9]{1,7}");

    /// Maximum length of a cell's text; nothing else in a spreadsheet is longer.
    private static final int TEXT_LENGTH_MAX = 32_767;
    private static final int CELLS_PER_ROW_MAX = 16_384;
    private static final Set<String> RUNS = Set.of("r", "t", "rPr", "rPh", "phoneticPr");

    static final XMLInputFactory XML = hardened();

    private CellBounds() {}

    /// @param document any entry of the spreadsheet; entries without XML have no cells
    /// @param lengthMax maximum number of characters of a value that is not text
    /// @throws Unreadable if a cell's column does not exist, its value is damaged, or anything is too long
    static void require(InputStream document, int lengthMax) throws Unreadable {
        try {
            require(XML.createXMLStreamReader(document), lengthMax);
        } catch (XMLStreamException | IllegalArgumentException noXml) {
            // The library stops at the same place, after the same cells.
        } catch (RuntimeException damaged) {
            // The parser reports some damage only on access to a value, which the library may skip.
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
    }

    private static void require(XMLStreamReader reader, int numberLengthMax) throws XMLStreamException, Unreadable {
        int lengthMax = TEXT_LENGTH_MAX;
        int length = 0;
        int cells = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    var name = reader.getLocalName();
                    lengthMax = name.equals("v") ? numberLengthMax : TEXT_LENGTH_MAX;
                    // The runs of a formatted text form one text.
                    length = RUNS.contains(name) ? length : 0;
                    cells = name.equals("row") ? 0 : name.equals("c") ? cells + 1 : cells;
                    requireAttributes(reader, name.equals("c"));
                    requireAtMost(cells, CELLS_PER_ROW_MAX);
                }
                case XMLStreamConstants.END_ELEMENT -> lengthMax = TEXT_LENGTH_MAX;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    length += reader.getTextLength();
                    requireAtMost(length, lengthMax);
                }
                default -> {
                    // Comments and processing instructions have no cell values.
                }
            }
        }
    }

    private static void requireAttributes(XMLStreamReader reader, boolean ofCell) throws Unreadable {
        for (int at = 0; at < reader.getAttributeCount(); at++) {
            requireAtMost(reader.getAttributeValue(at).length(), TEXT_LENGTH_MAX);
        }
        if (ofCell) {
            requireAddress(reader);
        }
    }

    private static void requireAtMost(int count, int max) throws Unreadable {
        if (count > max) {
            throw new Unreadable(Reason.TOO_LARGE, String.valueOf(max));
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
