package dev.sluice.reference;

import dev.sluice.text.Sha256;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/// The parsed data files of one release: the rows of each file, with their cells by column name. The files' README
/// describes the columns.
public record ReferenceFiles(String checksum, Map<DataFile, List<Map<String, String>>> rows) {
    private static final String FOLDER = "/reference/";
    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();

    public ReferenceFiles {
        rows = Map.copyOf(rows);
    }

    /// The files, ordered so that each row is loaded after the rows that it refers to.
    public enum DataFile {
        CURRENCIES("currencies.csv"),
        BANKS("banks.csv"),
        PAYOUT_METHODS("payout_methods.csv"),
        DEPOSIT_METHODS("deposit_methods.csv"),
        NETWORKS("networks.csv"),
        TOKENS("tokens.csv"),
        PAIRS("pairs.csv"),
        PRICES("prices.csv");

        private final String fileName;

        DataFile(String fileName) {
            this.fileName = fileName;
        }

        String fileName() {
            return fileName;
        }
    }

    public List<Map<String, String>> rows(DataFile file) {
        return rows.getOrDefault(file, List.of());
    }

    /// Returns the files that this program was built with.
    public static ReferenceFiles shipped() {
        var contents = new EnumMap<DataFile, String>(DataFile.class);
        for (var file : DataFile.values()) {
            contents.put(file, new String(resource(file.fileName), StandardCharsets.UTF_8));
        }
        return parse(contents);
    }

    /// Parses the rows of the files' contents.
    static ReferenceFiles parse(Map<DataFile, String> contents) {
        var all = new StringBuilder();
        var rows = new EnumMap<DataFile, List<Map<String, String>>>(DataFile.class);
        for (var file : DataFile.values()) {
            var content = contents.getOrDefault(file, "");
            all.append(file.fileName).append('\n').append(content);
            rows.put(file, parse(content));
        }
        return new ReferenceFiles(Sha256.hex(all.toString().getBytes(StandardCharsets.UTF_8)), rows);
    }

    /// Returns the bytes of a file in the folder.
    static byte[] resource(String name) {
        try (var stream = ReferenceFiles.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException("not on the class path: " + FOLDER + name);
            }
            return stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<Map<String, String>> parse(String content) {
        try (var parser = FORMAT.parse(new StringReader(content))) {
            return parser.stream().map(CSVRecord::toMap).toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
