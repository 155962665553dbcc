package dev.sluice.sheet;

import dev.sluice.http.Decimals;
import java.io.ByteArrayInputStream;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Rows and columns that a worksheet hides (ECMA-376 part 1, 18.3.1.13 and 18.3.1.73): hidden columns, columns
/// without width, and rows without height. The library itself reports rows marked as hidden.
///
/// @param rows row numbers from 1
/// @param columns column indexes from 0
record Unshown(Set<Integer> rows, Set<Integer> columns) {
    static final Unshown NOTHING = new Unshown(Set.of(), Set.of());

    Unshown {
        rows = Set.copyOf(rows);
        columns = Set.copyOf(columns);
    }

    /// @param worksheet XML document of the sheet
    static Unshown of(byte[] worksheet) throws XMLStreamException {
        var rows = new HashSet<Integer>();
        var columns = new HashSet<Integer>();
        var reader = CellBounds.XML.createXMLStreamReader(new ByteArrayInputStream(worksheet));
        int number = 0;
        while (reader.hasNext()) {
            if (reader.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            if (reader.getLocalName().equals("col") && (isTrue(reader, "hidden") || isZero(reader, "width"))) {
                int last = Math.min(integer(reader, "max", 0), Lines.COLUMNS_MAX);
                for (int column = integer(reader, "min", 1); column <= last; column++) {
                    columns.add(column - 1);
                }
            } else if (reader.getLocalName().equals("row")) {
                number = integer(reader, "r", number + 1);
                if (isZero(reader, "ht")) {
                    rows.add(number);
                }
            }
        }
        return new Unshown(rows, columns);
    }

    private static boolean isTrue(XMLStreamReader reader, String attribute) {
        var text = value(reader, attribute);
        return "1".equals(text) || "true".equals(text);
    }

    private static boolean isZero(XMLStreamReader reader, String attribute) {
        var text = value(reader, attribute);
        return text != null
                && Decimals.unsigned(text).filter(size -> size.signum() == 0).isPresent();
    }

    private static int integer(XMLStreamReader reader, String attribute, int otherwise) {
        var text = value(reader, attribute);
        return text == null ? otherwise : Integer.parseInt(text);
    }

    private static @Nullable String value(XMLStreamReader reader, String attribute) {
        return reader.getAttributeValue(null, attribute);
    }
}
