package dev.sluice.screening;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/// Parser of a list in OpenSanctions' simplified CSV form (`targets.simple.csv`): a header, then an entry per line.
/// Columns are found by their names, others are ignored; several values of a cell are a line of CSV with semicolons.
final class ListReader {
    static final long BYTES_MAX = 1L << 30;
    static final int ENTRIES_MAX = 2_000_000;
    private static final int NAMES_MAX = 300;
    private static final int NAME_LENGTH_MAX = 280;

    private static final List<String> WANTED = List.of("id", "schema", "name", "aliases");
    private static final CSVFormat LINES = CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setIgnoreEmptyLines(true)
            .get();
    private static final CSVFormat VALUES =
            CSVFormat.RFC4180.builder().setDelimiter(';').get();

    private ListReader() {}

    /// Thrown for a malformed file, with a sentence that names the line.
    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        Broken(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /// Reads a file entry by entry, so that a large file never has to fit in memory.
    ///
    /// @return the newest `last_seen` of the entries, if they have any
    static Optional<Instant> read(Path file, Consumer<ListEntry> to) throws Broken, IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new Broken("it is larger than " + (BYTES_MAX >> 20) + " MiB", null);
        }
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        try (var in = new InputStreamReader(Files.newInputStream(file), decoder)) {
            var lastSeen = read(in, to);
            requireEnd(file);
            return lastSeen;
        } catch (CharacterCodingException foreign) {
            throw new Broken("it is not UTF-8", foreign);
        }
    }

    /// A truncated file usually ends in the middle of a line.
    private static void requireEnd(Path file) throws Broken, IOException {
        try (var channel = Files.newByteChannel(file)) {
            var last = ByteBuffer.allocate(1);
            channel.position(Math.max(0, channel.size() - 1)).read(last);
            if (last.get(0) != '\n') {
                throw new Broken("its last line has no end: it may be cut off", null);
            }
        }
    }

    static Optional<Instant> read(Reader in, Consumer<ListEntry> to) throws Broken, IOException {
        try (var parser = CSVParser.parse(new BufferedReader(withoutMark(in)), LINES)) {
            var header = parser.getHeaderNames();
            var missing = WANTED.stream().filter(name -> !header.contains(name)).toList();
            if (!missing.isEmpty()) {
                throw new Broken("line 1 has no column " + String.join(", ", missing), null);
            }
            return entries(parser, to);
        } catch (UncheckedIOException | IllegalArgumentException | IllegalStateException malformed) {
            if (malformed.getCause() instanceof CharacterCodingException foreign) {
                throw foreign;
            }
            throw new Broken("it is not CSV: " + malformed.getMessage(), malformed);
        }
    }

    private static Optional<Instant> entries(CSVParser parser, Consumer<ListEntry> to) throws Broken {
        int entries = 0;
        Instant newest = null;
        for (var line : parser) {
            if (!line.isConsistent()) {
                throw new Broken(
                        "line " + parser.getCurrentLineNumber() + " has " + line.size() + " cells, and the header "
                                + parser.getHeaderNames().size(),
                        null);
            }
            if (entries++ == ENTRIES_MAX) {
                throw new Broken("it has more than " + ENTRIES_MAX + " entries", null);
            }
            to.accept(entry(line, parser.getCurrentLineNumber()));
            var seen = date(cell(line, "last_seen"));
            if (seen != null && (newest == null || seen.isAfter(newest))) {
                newest = seen;
            }
        }
        if (entries == 0) {
            throw new Broken("it has no entries", null);
        }
        return Optional.ofNullable(newest);
    }

    private static ListEntry entry(CSVRecord line, long number) throws Broken {
        var id = cell(line, "id");
        var names = Stream.concat(Stream.of(cell(line, "name")), values(cell(line, "aliases")).stream())
                .map(name -> name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX)))
                .filter(name -> !name.isBlank())
                .distinct()
                .limit(NAMES_MAX)
                .toList();
        var identifiers = values(cell(line, "identifiers"));
        if (id.isBlank() || (names.isEmpty() && identifiers.isEmpty())) {
            throw new Broken("line " + number + " has no id, or neither a name nor an identifier", null);
        }
        return new ListEntry(
                id,
                cell(line, "schema"),
                names,
                values(cell(line, "birth_date")),
                values(cell(line, "countries")),
                identifiers,
                cell(line, "sanctions"),
                cell(line, "dataset"),
                seen(cell(line, "first_seen"), cell(line, "last_seen")));
    }

    private static @Nullable String seen(String first, String last) {
        if (first.isBlank()) {
            return last.isBlank() ? null : "last listed " + last;
        }
        return last.isBlank() ? "listed since " + first : "listed " + first + " to " + last;
    }

    private static String cell(CSVRecord line, String column) {
        return line.isMapped(column) ? line.get(column).strip() : "";
    }

    /// Returns the values of a cell; a value that contains a semicolon is in quotes.
    private static List<String> values(String cell) {
        if (cell.isEmpty()) {
            return List.of();
        }
        if (cell.indexOf('"') < 0) {
            return distinct(Stream.of(cell.split(";")));
        }
        try (var parser = CSVParser.parse(new StringReader(cell), VALUES)) {
            return distinct(parser.stream().flatMap(CSVRecord::stream));
        } catch (IOException | UncheckedIOException | IllegalStateException unquoted) {
            // A quote is part of a name, as a hand-made list may have it.
            return distinct(Stream.of(cell.split(";")));
        }
    }

    private static List<String> distinct(Stream<String> values) {
        return values.map(String::strip)
                .filter(value -> !value.isEmpty())
                .distinct()
                .toList();
    }

    /// Parses a date, or a time with or without a zone; lists of different ages have all of these.
    private static @Nullable Instant date(String text) {
        if (text.isEmpty()) {
            return null;
        }
        return Stream.<Function<String, Instant>>of(
                        each -> OffsetDateTime.parse(each).toInstant(),
                        each -> LocalDateTime.parse(each.replace(' ', 'T')).toInstant(ZoneOffset.UTC),
                        // The hour of a day's sighting is unknown.
                        each -> LocalDate.parse(each).plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .flatMap(form -> parsed(form, text).stream())
                .findFirst()
                .orElse(null);
    }

    private static Optional<Instant> parsed(Function<String, Instant> form, String text) {
        try {
            return Optional.of(form.apply(text));
        } catch (DateTimeException other) {
            return Optional.empty();
        }
    }

    /// Skips the byte-order mark that spreadsheets put before UTF-8.
    private static Reader withoutMark(Reader in) throws IOException {
        var buffered = new BufferedReader(in);
        buffered.mark(1);
        if (buffered.read() != '\uFEFF') {
            buffered.reset();
        }
        return buffered;
    }
}
