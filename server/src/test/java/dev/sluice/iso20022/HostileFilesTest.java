package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that attack the reader: each is refused with a reason.
class HostileFilesTest {
    private static final int MANY = 300 * 1024;

    static Stream<Arguments> attacks() {
        var bomb = new StringBuilder("<!DOCTYPE d [<!ENTITY a0 'ha'>");
        for (int i = 1; i < 30; i++) {
            bomb.append("<!ENTITY a%d '&a%d;&a%d;'>".formatted(i, i - 1, i - 1));
        }
        var text = Camt.statement(Camt.entry("1.00", ""));
        return Stream.of(
                Arguments.of("DOCTYPE", bomb + "]><Document>&a29;</Document>"),
                Arguments.of(
                        "DOCTYPE",
                        text.replaceFirst("<Document", "<!DOCTYPE Document SYSTEM 'http://127.0.0.1:1/x'><Document")),
                Arguments.of("DOCTYPE", "<!DOCTYPE Document><Document/>"),
                Arguments.of("entity", text.replace("M1", "&other;")),
                Arguments.of("nested deeper", "<a>".repeat(5_000)),
                Arguments.of("nested deeper", text.replace("<Sts>BOOK</Sts>", "<a>".repeat(100) + "</a>".repeat(100))),
                Arguments.of("longer than 256 KiB", "<a b='" + "x".repeat(MANY) + "'/>"),
                Arguments.of("limit", "<" + "x".repeat(MANY) + "/>"),
                Arguments.of("longer than 256 KiB", "<a><!-- " + "<b> > ".repeat(MANY / 6) + "--></a>"),
                Arguments.of("longer than 256 KiB", "<a><?p " + "<b> > ".repeat(MANY / 6) + "?></a>"),
                Arguments.of("longer than 256 KiB", "<a><![CDATA[ " + "<b> > ".repeat(MANY / 6) + "]]></a>"),
                Arguments.of("longer than 32768", text.replace("M1", "x".repeat(40_000))),
                Arguments.of("elements", text.replace("<Sts>BOOK</Sts>", "<X>" + "<a/>".repeat(20_001) + "</X>")),
                Arguments.of("bytes; this is no MT940", ":20:" + "x".repeat(20_000)),
                Arguments.of("lines; this is no MT940", ":20:A\n" + "text\n".repeat(1_001)));
    }

    @ParameterizedTest
    @MethodSource("attacks")
    void an_attack_is_refused_with_a_reason(String reason, String file) {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(file))
                .withMessageContaining(reason)
                .satisfies(unreadable -> assertThat(unreadable.getMessage()).hasSizeLessThan(500))
                .satisfies(unreadable -> assertThat(unreadable.getStackTrace()).isEmpty());
    }

    @Test
    void no_other_file_is_opened(@TempDir Path folder) throws IOException {
        var secret = Files.writeString(folder.resolve("secret"), "not-a-real-secret");
        var file = "<!DOCTYPE d [<!ENTITY e SYSTEM '" + secret.toUri() + "'>]><Document>&e;</Document>";
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(file))
                .satisfies(unreadable ->
                        assertThat(unreadable.getMessage()).contains("DOCTYPE").doesNotContain("not-a-real"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = true, textBlock = """
            ''                          | the file is empty
            ' '                         | the file is empty
            'PK\003\004'                | is compressed
            PK..                        | the file is no bank file
            -----BEGIN PGP MESSAGE----- | encrypted or signed with PGP
            date;amount                 | is no bank file
            <html><p/></html>           | holds no message of ISO 20022
            <Document>                  | cut off or damaged
            <Document><a></b>           | line 1, column
            """)
    void a_file_that_is_no_bank_file_is_refused_with_the_way_out(String file, String reason) {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(file))
                .withMessageContaining(reason);
    }

    @Test
    void bytes_that_are_no_text_of_the_declared_charset_are_refused() {
        var bytes = Camt.statement("<X>Müller</X>").getBytes(StandardCharsets.ISO_8859_1);
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(bytes))
                .withMessageContaining("after line 1: there are bytes that are not UTF-8");
    }

    @Test
    void a_comment_with_brackets_hides_nothing() throws Unreadable {
        var text =
                Camt.statement("<!-- <Ntry> ---->".replace("---->", "-->") + "<![CDATA[]]]]>" + Camt.entry("1.00", ""));
        assertThat(Samples.entries(Samples.read(text))).hasSize(1);
    }
}
