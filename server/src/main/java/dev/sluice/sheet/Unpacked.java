package dev.sluice.sheet;

import dev.sluice.sheet.Unreadable.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/// The documents of a spreadsheet, checked against limits before parsing and converted for the library. Unpacking
/// uses the library's own ZIP reader, so that both see the same entries.
///
/// @param bytes the spreadsheet, repacked if a document was converted
/// @param documents documents by name
record Unpacked(byte[] bytes, Map<String, byte[]> documents) {
    private static final long BYTES_MAX = 8L * 1024 * 1024;
    private static final int ENTRIES_MAX = 500;
    private static final String RELATIONSHIPS = ".rels";

    /// Namespace of Strict OOXML (ISO/IEC 29500-1), followed by that of ECMA-376.
    private static final String STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships";
    private static final String TRANSITIONAL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    /// Converts ISO 8601 date cells, which the library does not support, to error cells that report them.
    private static final Pattern DATE =
            Pattern.compile("(<(?:\\w{1,20}:)?c\\s(?:[^<>]{0,200}?\\s)?t\\s?=\\s?[\"'])d(?=[\"'])");

    /// @param textLengthMax maximum number of characters of a value that is not text
    static Unpacked of(byte[] bytes, int textLengthMax) throws Unreadable {
        var documents = new LinkedHashMap<String, byte[]>();
        long left = BYTES_MAX;
        int entries = 0;
        boolean rewritten = false;
        try (var zip = ZipFile.builder()
                .setSeekableByteChannel(new SeekableInMemoryByteChannel(bytes))
                .get()) {
            for (var entry : Collections.list(zip.getEntries())) {
                if (++entries > ENTRIES_MAX) {
                    throw new Unreadable(Reason.TOO_LARGE, String.valueOf(ENTRIES_MAX));
                }
                byte[] document;
                try (var content = zip.getInputStream(entry)) {
                    document = content.readNBytes((int) left + 1);
                }
                left -= document.length;
                if (left < 0) {
                    throw new Unreadable(Reason.TOO_LARGE, "8 MiB");
                }
                CellBounds.require(new ByteArrayInputStream(document), textLengthMax);
                var understood = understood(document);
                rewritten |= !Arrays.equals(understood, document);
                documents.putIfAbsent(entry.getName(), understood);
            }
        } catch (IOException | IllegalArgumentException malformed) {
            throw new Unreadable(Reason.NOT_A_TABLE, "");
        }
        return new Unpacked(rewritten ? packed(documents) : bytes, documents);
    }

    /// Returns true if the spreadsheet defines cell formats.
    boolean hasStyles() {
        return documents.keySet().stream()
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).endsWith("styles.xml"));
    }

    /// Returns the document of a worksheet, by the id of its relationship to the workbook (ECMA-376 part 2, 6.5);
    /// nothing if no relationship has it.
    Optional<byte[]> worksheet(String id) throws XMLStreamException {
        for (var document : documents.entrySet()) {
            if (document.getKey().endsWith(RELATIONSHIPS)) {
                var target = target(document.getValue(), id);
                if (target.isPresent()) {
                    // The folder of relationships is next to the document that they belong to.
                    var folder = Path.of("/" + document.getKey()).resolve("../..");
                    var name =
                            folder.resolve(target.get()).normalize().toString().substring(1);
                    return documents.entrySet().stream()
                            .filter(each -> each.getKey().equalsIgnoreCase(name))
                            .map(Map.Entry::getValue)
                            .findFirst();
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> target(byte[] relationships, String id) throws XMLStreamException {
        var reader = CellBounds.XML.createXMLStreamReader(new ByteArrayInputStream(relationships));
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT
                    && id.equals(reader.getAttributeValue(null, "Id"))
                    && String.valueOf(reader.getAttributeValue(null, "Type")).endsWith("/worksheet")) {
                return Optional.ofNullable(reader.getAttributeValue(null, "Target"));
            }
        }
        return Optional.empty();
    }

    /// Returns the argument itself if there is nothing to convert.
    private static byte[] understood(byte[] document) {
        var text = new String(document, StandardCharsets.ISO_8859_1);
        var understood = DATE.matcher(text.replace(STRICT, TRANSITIONAL)).replaceAll("$1e");
        return understood.equals(text) ? document : understood.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] packed(Map<String, byte[]> documents) {
        var packed = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(packed)) {
            for (var document : documents.entrySet()) {
                zip.putNextEntry(new ZipEntry(document.getKey()));
                zip.write(document.getValue());
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return packed.toByteArray();
    }
}
