package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that are too large are refused in bounded memory and before their end.
class LargeFilesTest {
    private static final long SIZE = 100L * 1024 * 1024;
    private static final long HEAP_MAX = 160L * 1024 * 1024;

    static Stream<Arguments> files() {
        var page = "<Document><BkToCstmrStmt><Stmt>";
        return Stream.of(
                Arguments.of("more than 100000 entries", page, Camt.entry("1.00", "")),
                Arguments.of("larger than 64 MiB", page, "<Other>" + "x".repeat(5_000) + "</Other>"),
                Arguments.of("larger than 64 MiB", page, "<!-- comment -->"),
                Arguments.of("larger than 64 MiB", page + "<Skipped>", "<a/>"),
                Arguments.of("longer than 256 KiB", page, "text "),
                Arguments.of("longer than 256 KiB", page + "<a b='", "x"),
                Arguments.of("more than 300000 fields", ":20:A\n:25:1\n:60F:C260301EUR1,00\n", ":61:260302C1,00NTRF\n"),
                Arguments.of("larger than 64 MiB", ":20:A\n", "\n"));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("files")
    void a_file_of_100_megabytes_is_refused(String reason, String begin, String part) {
        var before = used();
        var stream = new Endless(begin, part, SIZE);
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> BankFiles.read(stream))
                .withMessageContaining(reason);
        assertThat(stream.peak - before).isLessThan(HEAP_MAX);
    }

    @Test
    void a_statement_of_20000_entries_is_read() throws Unreadable, IOException {
        var text = Camt.statement(
                Camt.entry("1.00", Camt.details("<Amt Ccy='EUR'>1.00</Amt>")).repeat(20_000));
        assertThat(Samples.entries(Samples.read(text))).hasSize(20_000);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /// A text that is repeated up to a size, and the most memory in use while it was read.
    private static final class Endless extends InputStream {
        private static final int SAMPLE = 8 * 1024 * 1024;

        private final byte[] begin;
        private final byte[] part;
        private final long size;
        private long at;
        private long next;
        private long peak;

        private Endless(String begin, String part, long size) {
            this.begin = begin.getBytes(StandardCharsets.UTF_8);
            this.part = part.getBytes(StandardCharsets.UTF_8);
            this.size = size;
        }

        @Override
        public int read() {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] into, int offset, int count) {
            if (at >= size) {
                return -1;
            }
            if (at >= next) {
                next += SAMPLE;
                peak = Math.max(peak, used());
            }
            for (int i = 0; i < count; i++) {
                long index = at++;
                into[offset + i] =
                        index < begin.length ? begin[(int) index] : part[(int) ((index - begin.length) % part.length)];
            }
            return count;
        }
    }
}
