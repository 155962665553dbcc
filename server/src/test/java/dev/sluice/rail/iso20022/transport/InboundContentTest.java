package dev.sluice.rail.iso20022.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.iso20022.Unreadable;
import dev.sluice.rail.iso20022.transport.InboundContent.Part;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class InboundContentTest {
    private static final byte[] XML = "<Document/>".getBytes(UTF_8);
    private static final InboundContent CONTENT = new InboundContent(null);

    private static List<String> unpacked(String name, byte[] bytes) throws Unreadable {
        return CONTENT.unpack(name, bytes).stream()
                .map(InboundContentTest::text)
                .toList();
    }

    private static String text(Part part) {
        return part.name() + ": " + new String(part.bytes(), UTF_8);
    }

    private static byte[] zip(Object... namesAndContents) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (var each = 0; each < namesAndContents.length; each += 2) {
                zip.putNextEntry(new ZipEntry((String) namesAndContents[each]));
                zip.write((byte[]) namesAndContents[each + 1]);
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static void assertUnreadable(byte[] bytes, String reason) {
        assertThatThrownBy(() -> CONTENT.unpack("x", bytes))
                .isInstanceOf(Unreadable.class)
                .hasMessageContaining(reason);
    }

    @Test
    void a_plain_file_is_its_only_part() throws Unreadable {
        assertThat(unpacked("statement.xml", XML)).containsExactly("statement.xml: <Document/>");
        assertThat(unpacked("empty", new byte[0])).containsExactly("empty: ");
        assertThat(unpacked("PK.sta", "PK is a text".getBytes(UTF_8))).containsExactly("PK.sta: PK is a text");
    }

    @Test
    void the_files_of_a_zip_archive_come_in_their_order() throws Exception {
        var bytes = zip("b/", new byte[0], "b/two.xml", XML, "../one.xml", "1".getBytes(UTF_8));
        assertThat(unpacked("all.zip", bytes)).containsExactly("two.xml: <Document/>", "one.xml: 1");
    }

    @Test
    void all_members_of_a_gzip_file_are_read() throws Exception {
        var first = gzip(XML);
        var second = gzip("<!-- -->".getBytes(UTF_8));
        var both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        assertThat(unpacked("camt.XML.GZ", both)).containsExactly("camt.XML: <Document/><!-- -->");
        both[first.length] = 0;
        assertUnreadable(both, "damaged");
    }

    @Test
    void an_archive_that_is_cut_at_any_byte_is_unreadable() throws Exception {
        for (var bytes : List.of(zip("a", XML, "b", XML, "c", XML), gzip(XML))) {
            for (var length = 4; length < bytes.length; length++) {
                var cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> CONTENT.unpack("x", cut))
                        .as("%d bytes of %d", length, bytes.length)
                        .isInstanceOf(Unreadable.class);
            }
        }
    }

    @Test
    void an_archive_without_files_is_unreadable() throws IOException {
        assertUnreadable(zip(), "holds no file");
        assertUnreadable(zip("folder/", new byte[0]), "holds no file");
    }

    @Test
    void an_archive_in_an_archive_is_refused() throws IOException {
        assertUnreadable(zip("inner.zip", zip("a", XML)), "another archive: inner.zip");
        assertUnreadable(zip("inner.gz", gzip(XML)), "another archive");
        assertUnreadable(gzip(zip("a", XML)), "another archive");
        assertUnreadable(gzip(gzip(XML)), "another archive");
        assertUnreadable(zip("a", "-----BEGIN PGP MESSAGE-----\n".getBytes(UTF_8)), "another archive");
    }

    @Test
    void bombs_are_refused() throws IOException {
        var zeros = new byte[InboundContent.BYTES_MAX + 1];
        assertUnreadable(gzip(zeros), "more than 64 MiB");
        assertUnreadable(zip("zeros", zeros), "more than 64 MiB");
        var half = new byte[InboundContent.BYTES_MAX / 2 + 1];
        assertUnreadable(zip("first", half, "second", half), "more than 64 MiB");
    }

    @Test
    void content_of_the_limit_is_read() throws Exception {
        var most = new byte[InboundContent.BYTES_MAX];
        assertThat(CONTENT.unpack("x.gz", gzip(most)).getFirst().bytes()).hasSize(most.length);
    }

    @Test
    void entries_are_limited() throws Exception {
        var names = new Object[2 * InboundContent.ENTRIES_MAX + 2];
        for (var each = 0; each < names.length; each += 2) {
            names[each] = "f" + each;
            names[each + 1] = XML;
        }
        assertUnreadable(zip(names), "more than 1000 entries");
        assertThat(CONTENT.unpack("x", zip(Arrays.copyOf(names, names.length - 2))))
                .hasSize(1_000);
    }

    @Test
    void a_file_is_read_to_the_limit() throws Exception {
        assertThat(InboundContent.read(new ByteArrayInputStream(XML))).isEqualTo(XML);
        var endless = new Endless();
        assertThatThrownBy(() -> InboundContent.read(endless)).isInstanceOf(Unreadable.class);
        assertThat(endless.count).isEqualTo(InboundContent.BYTES_MAX + 1L);
    }

    @Test
    void a_pgp_message_needs_a_key() {
        assertUnreadable("-----BEGIN PGP MESSAGE-----\n".getBytes(UTF_8), "the profile names no key");
        assertUnreadable(new byte[] {(byte) 0x85, 1, 12}, "the profile names no key");
    }

    private static final class Endless extends InputStream {
        private long count;

        @Override
        public int read() {
            count++;
            return 0;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            count += length;
            return length;
        }
    }
}
