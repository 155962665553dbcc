package dev.sluice.screening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.screening.ListReader.Broken;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Valid and invalid list files.
class ListReaderTest {
    private static final String HEADER = "id,schema,name,aliases,birth_date,countries,identifiers,dataset,last_seen\n";

    /// Entries and date of a file.
    private record Contents(List<ListEntry> entries, Optional<Instant> lastSeen) {}

    private static Contents read(String text) throws Broken, IOException {
        var entries = new ArrayList<ListEntry>();
        var lastSeen = ListReader.read(new StringReader(text), entries::add);
        return new Contents(entries, lastSeen);
    }

    @Test
    void columns_are_found_by_their_names_and_cells_have_several_values() throws Broken, IOException {
        var contents = read("\uFEFFname,extra,aliases,id,schema,identifiers,last_seen\r\n"
                + "Viktor Morozhenko,x,\"Віктор Мороженко; \"\"Morozhenko;"
                + " V.\"\"\",Q1,Person,0xAbC1;0xAbC2,2026-11-28\r\n");
        var entry = contents.entries().getFirst();
        assertThat(entry.id()).isEqualTo("Q1");
        assertThat(entry.names()).contains("Viktor Morozhenko", "Віктор Мороженко");
        assertThat(entry.identifiers()).containsExactly("0xAbC1", "0xAbC2");
        assertThat(contents.lastSeen()).contains(Instant.parse("2026-11-29T00:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource({
        "2019-04-01, 2026-11-28, Person · listed 2019-04-01 to 2026-11-28",
        "2019-04-01, '', Person · listed since 2019-04-01",
        "'', 2026-11-28, Person · last listed 2026-11-28",
        "'', '', Person"
    })
    void an_entry_tells_the_dates_that_it_has(String first, String last, String about) throws Broken, IOException {
        var contents =
                read("id,schema,name,aliases,first_seen,last_seen\nQ1,Person,Viktor,," + first + "," + last + "\n");
        assertThat(contents.entries().getFirst().about()).isEqualTo(about);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | no column",
                "'id,schema,name\nQ1,Person,Viktor\n' | line 1 has no column aliases",
                "'id,schema,name,aliases\n' | no entries",
                "'id,schema,name,aliases\nQ1,Person,Viktor\n' | line 2 has 3 cells",
                "'id,schema,name,aliases\n,Person,Viktor,\n' | line 2 has no id",
                "'id,schema,name,aliases\nQ1,Person,,\n' | line 2 has no id, or neither a name",
                "'id,schema,name,aliases\nQ1,Person,\"Viktor,\n' | not CSV"
            })
    void a_file_that_is_no_list_is_refused_with_its_line(String text, String reason) {
        assertThatExceptionOfType(Broken.class)
                .isThrownBy(() -> read(text == null ? "" : text))
                .withMessageContaining(reason);
    }

    @Test
    void another_encoding_is_refused(@TempDir Path folder) throws IOException {
        var file = folder.resolve("list.csv");
        Files.write(file, (HEADER + "Q1,Person,M").getBytes(StandardCharsets.UTF_8));
        Files.write(file, new byte[] {(byte) 0xFC, '\n'}, StandardOpenOption.APPEND);
        assertThatExceptionOfType(Broken.class)
                .isThrownBy(() -> ListReader.read(file, _ -> {}))
                .withMessageContaining("UTF-8");
    }

    @Test
    void a_file_that_ends_inside_of_a_line_is_refused(@TempDir Path folder) throws IOException {
        var file = folder.resolve("list.csv");
        Files.writeString(file, HEADER + "Q1,Person,Viktor,,,,,List,");
        assertThatExceptionOfType(Broken.class)
                .isThrownBy(() -> ListReader.read(file, _ -> {}))
                .withMessageContaining("cut off");
    }

    @Test
    void a_date_that_is_none_is_ignored() throws Broken, IOException {
        var contents = read(HEADER + "Q1,Person,Viktor,,,,,List,soon\nQ2,Person,Anna,,,,,List,\n");
        assertThat(contents.lastSeen()).isEmpty();
        assertThat(contents.entries()).extracting(ListEntry::id).isEqualTo(List.of("Q1", "Q2"));
    }
}
