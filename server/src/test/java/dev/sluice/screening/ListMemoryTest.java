package dev.sluice.screening;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A list as large as OpenSanctions' collection of all sanctions, in the launcher's heap of 256 MB.
@Tag("slow")
class ListMemoryTest {
    private static final int ENTRIES = 70_000;
    private static final int ALIASES_MAX = 8;
    /// Heap that the rest of a service leaves for a list and for its replacement, in bytes.
    private static final long LIST_MAX = 96L << 20;

    private static final List<String> SYLLABLES = List.of(
            "ba", "ko", "ri", "ma", "sen", "tu", "la", "dor", "vi", "net", "ju", "ha", "pel", "go", "shi", "zu", "kha");
    private static final List<String> CYRILLIC = List.of("ба", "ко", "ри", "ма", "сен", "ту", "ла", "дор", "ви");

    @TempDir
    private Path folder;

    private static String name(Random random, List<String> syllables) {
        var name = new StringBuilder();
        for (int word = 2 + random.nextInt(3); word > 0; word--) {
            for (int times = 2 + random.nextInt(2); times > 0; times--) {
                name.append(syllables.get(random.nextInt(syllables.size())));
            }
            name.append(word > 1 ? " " : "");
        }
        return name.toString();
    }

    private static void write(Path file) throws IOException {
        var random = new Random(11);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,"
                    + "dataset,first_seen,last_seen,last_change\n");
            for (int at = 0; at < ENTRIES; at++) {
                var aliases = new StringBuilder();
                for (int many = random.nextInt(ALIASES_MAX); many > 0; many--) {
                    aliases.append(name(random, random.nextInt(3) == 0 ? CYRILLIC : SYLLABLES))
                            .append(many > 1 ? ";" : "");
                }
                out.write("NK-" + Long.toHexString(random.nextLong()) + ",Person," + name(random, SYLLABLES) + ","
                        + aliases + ",19" + (40 + at % 60) + "-04-02,ru;ua,Some street " + at + ",ID" + at
                        + ",Programme of sanctions against persons number " + at % 300
                        + ",,,EU Financial Sanctions Files (FSF),2023-04-20T10:42:00,2026-11-29T22:03:00,"
                        + "2025-01-05T10:00:00\n");
            }
        }
    }

    /// Returns the memory in use after a collection: the least of several, because other threads allocate
    /// concurrently.
    private static long used() {
        var runtime = Runtime.getRuntime();
        return IntStream.range(0, 5)
                .mapToLong(_ -> {
                    System.gc();
                    return runtime.totalMemory() - runtime.freeMemory();
                })
                .min()
                .orElseThrow();
    }

    @Test
    void the_largest_list_of_sanctions_fits_the_default_heap_while_it_is_replaced() throws IOException {
        var file = folder.resolve("list.csv");
        write(file);
        var now = Instant.parse("2026-11-30T00:00:00Z");
        var screener = new ListScreener(file, Duration.ofDays(3), 50, () -> now);
        Files.setLastModifiedTime(file, FileTime.from(now.minusSeconds(60)));
        long before = used();
        screener.refresh();
        long one = used() - before;
        Files.setLastModifiedTime(file, FileTime.from(now));
        screener.refresh();
        long two = used() - before;
        assertThat(screener.fault()).isEmpty();
        assertThat(one).isLessThan(LIST_MAX);
        assertThat(two).isLessThan(LIST_MAX);
    }
}
