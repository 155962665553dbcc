package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// MT940 and MT942 as banks write them: messages, balances and entry lines.
class MtReaderTest {
    /// A message with one entry line and its text.
    private static String message(String entry) {
        return """
                :20:STARTUMS
                :25:10020030/1234567
                :28C:5/1
                :60F:C260301EUR100,00
                %s
                :62F:C260302EUR112,50
                -
                """.formatted(entry);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            2603020302C12,50NTRFNONREF//B-1      | 12.50  | 2026-03-02 | 2026-03-02 | B-1 | -    | false
            2603020302CR12,5NTRFREF 1            | 12.50  | 2026-03-02 | 2026-03-02 | -   | REF 1 | false
            260302C12,NMSC                       | 12.00  | 2026-03-02 | -          | -   | -    | false
            260302    C12,NMSCNONREF             | 12.00  | 2026-03-02 | -          | -   | -    | false
            260302C12,50 NTRFNONREF              | 12.50  | 2026-03-02 | -          | -   | -    | false
            260302C12.50NTRFA/1//O/3             | 12.50  | 2026-03-02 | -          | O/3 | A/1  | false
            260302C12                            | 12.00  | 2026-03-02 | -          | -   | -    | false
            260302D000000000012,50N044X          | -12.50 | 2026-03-02 | -          | -   | X    | false
            260302DR12,50S   X                   | -12.50 | 2026-03-02 | -          | -   | X    | false
            260302RC12,50NTRF                    | -12.50 | 2026-03-02 | -          | -   | -    | true
            260302RD12,50NTRF                    | 12.50  | 2026-03-02 | -          | -   | -    | true
            260302RDR12,50NTRF                   | 12.50  | 2026-03-02 | -          | -   | -    | true
            2512310102C12,50NTRF                 | 12.50  | 2025-12-31 | 2026-01-02 | -   | -    | false
            2601011231C12,50NTRF                 | 12.50  | 2026-01-01 | 2025-12-31 | -   | -    | false
            2602300302D6,00N024NONREF            | -6.00  | 2026-02-28 | 2026-03-02 | -   | -    | false
            """)
    void entry_lines_are_read_in_the_forms_of_many_banks(
            String line,
            String amount,
            LocalDate value,
            LocalDate booked,
            String bank,
            String customer,
            boolean reversal)
            throws Unreadable {
        var entry = Samples.entries(Samples.read(message(":61:" + line))).getFirst();
        assertThat(entry.amount()).hasToString(amount + " EUR");
        assertThat(entry.booking()).isEqualTo(new Entry.Booking("BOOK", booked, value, reversal));
        assertThat(entry.references()).isEqualTo(new Entry.References(customer, bank));
        assertThat(entry.details()).isEmpty();
        assertThat(entry.isCreditable()).isEqualTo(!amount.startsWith("-") && !reversal);
    }

    @ParameterizedTest
    @CsvSource({
        "260302X12_50NTRF, the mark C or D",
        "260302C, an amount such as",
        "26C12_50NTRF, the value date",
        "261345C12_50NTRF, the value date",
        "260302CNTRF, an amount such as",
    })
    void a_damaged_entry_line_makes_the_file_unreadable(String line, String reason) {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(message(":61:" + line.replace('_', ','))))
                .withMessageContaining("line 5, column")
                .withMessageContaining(reason);
    }

    @Test
    void an_entry_line_may_be_broken_after_its_mark_and_its_tag() throws Unreadable {
        var entry = Samples.entries(Samples.read(message(":61:2603020302CR\n12,50N062NONREF\n:\n86:166?00GUTSCHR.")))
                .getFirst();
        assertThat(entry.amount()).hasToString("12.50 EUR");
        assertThat(entry.details()).hasSize(1);
    }

    @Test
    void supplementary_details_have_the_charges() throws Unreadable {
        var entry = Samples.entries(Samples.read(
                        message(":61:2603020302C12,50NTRFNONREF//B1\n/OCMT/USD14,00//CHGS/USD0,75/\n:86:text")))
                .getFirst();
        assertThat(entry.details().getFirst().charges()).hasToString("0.75 USD");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-\n",
                "-}",
                "\u001a",
                "\n\n",
                ":64:C260302EUR112,50\n:65:C260303EUR112,50\n:86:text of the statement\n-\n"
            })
    void a_message_may_end_in_several_ways(String end) throws Unreadable {
        var text = message(":61:260302C12,50NTRF").replace("-\n", end);
        var file = Samples.read(text);
        assertThat(file.problems()).isEmpty();
        assertThat(Samples.page(file).entries().getFirst().details()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void lines_end_in_several_ways(String end) throws Unreadable {
        var text = "\uFEFF\n\n" + message(":61:260302C12,50NTRF\n:86:166?00A\n?20B");
        assertThat(Samples.read(text.replace("\n", end)).problems()).isEmpty();
    }

    @Test
    void messages_follow_one_another_with_and_without_marks_between_them() throws Unreadable {
        var one = message(":61:260302C12,50NTRF");
        var plain = one.replace("-\n", "");
        var again = plain.substring(plain.indexOf(":25:"));
        assertThat(Samples.pages(Samples.read(one + one + plain + plain + again)))
                .hasSize(5);
        assertThat(Samples.pages(Samples.read("ABNANL2A\n940\nABNANL2A\n" + one + "ABNANL2A\n940\nABNANL2A\n" + one)))
                .hasSize(2);
    }

    @Test
    void swift_blocks_may_stand_in_one_line_or_in_several() throws Unreadable {
        var body = message(":61:260302C12,50NTRF").replace("-\n", "-}\n");
        assertThat(Samples.read("{1:F01INGBNL2AXXXX00001}\n{2:I940INGBNL2AXXXN}\n{4:\n" + body)
                        .kind())
                .isEqualTo("mt940");
        assertThat(Samples.pages(Samples.read(
                        ("{1:F01AXXX}{2:O9401200260302AXXXN}{3:{108:1}}{4:\n" + body.strip() + "{5:{CHK:1}}")
                                .repeat(2))))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DE89370400440532013000EUR   | DE89370400440532013000
            DE89370400440532013000 EUR  | DE89370400440532013000
            DE89 3704 0044 0532 0130 00 | DE89370400440532013000
            0123456789EUR               | 0123456789
            10020030/1234567/EUR        | 10020030/1234567
            MU17BOMM0101101030300200000MUR | MU17BOMM0101101030300200000MUR
            KONTO-EUR                   | KONTO-EUR
            """)
    void the_currency_is_no_part_of_the_account(String sent, String read) throws Unreadable {
        var text =
                message("").replace("10020030/1234567", sent).replace(":60F:C260301EUR100,00", ":60F:C260301EUR112,50");
        assertThat(Samples.page(Samples.read(text)).account()).isEqualTo(read);
    }

    @Test
    void fields_may_be_missing_or_old() throws Unreadable {
        var old = message(":61:020322CM12,50NCHG")
                .replace("EUR112", "112")
                .replace("EUR", "DEM")
                .replace(":28C:5/1\n", "")
                .replace(":25:", ":28:1/1\n:NS:22Test GmbH\n:25:");
        var page = Samples.page(Samples.read(old));
        assertThat(page.currency()).isEqualTo("DEM");
        assertThat(page.number()).isEqualTo("1/1");
        assertThat(SumCheck.of(page)).isEqualTo(new SumCheck.AddsUp());
    }

    @Test
    void text_is_utf_8_or_latin_1() throws Unreadable {
        var text = message(":61:260302C12,50NTRF\n:86:Müller");
        for (var charset : new java.nio.charset.Charset[] {StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1}) {
            assertThat(Samples.entries(Samples.read(text.getBytes(charset)))
                            .getFirst()
                            .text())
                    .isEqualTo("Müller");
        }
    }

    @Test
    void a_continued_page_begins_where_the_one_before_ended() throws Unreadable {
        var first = message(":61:260302C12,50NTRF").replace(":62F:", ":62M:");
        var second = message("").replace(":60F:C260301EUR100,00", ":60M:C260302EUR112,50");
        assertThat(Samples.read(first + second).problems()).isEmpty();
        assertThat(Samples.read(first + second.replace("112,50", "112,40")).problems())
                .singleElement()
                .asString()
                .contains("begins with 112.40 EUR, but the page before ends with 112.50 EUR");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":20:A\n:25:1\n:60F:C260301EUR1,00\n:61:260302C1,00NTRF\n:86:text",
                ":20:A\n:25:1\n:60F:C260301EUR1,00\n:61:260302C1,00NTRF\n:62F:C260302EUR2",
                ":20:A\n:25:1\n:60F:C260301EUR1,00\n:61:260302C1,00NTRF\n:62F:C26",
                "{1:F01A}{2:I940A}{4:\n:20:A\n:25:1\n:60F:C260301EUR1,00\n:62F:C260302EUR1,00\n",
            })
    void a_message_that_is_cut_off_is_unreadable(String text) {
        assertThatExceptionOfType(Unreadable.class)
                .isThrownBy(() -> Samples.read(text))
                .withMessageContaining("cut off");
    }

    @Test
    void entries_of_an_interim_report_are_pending() throws Unreadable {
        var report = """
                :20:1234567
                :21:9876
                :25:10020030/1234567
                :28C:5/1
                :34F:EUR0,00
                :13D:2603021200+0100
                :61:260302C12,50NTRF
                :86:text
                :61:260302ED2,00NTRF
                :90D:1EUR2,00
                :90C:1EUR12,50
                -
                """;
        var file = Samples.read(report);
        assertThat(file.kind()).isEqualTo("mt942");
        assertThat(file.problems()).isEmpty();
        assertThat(Samples.entries(file))
                .hasSize(2)
                .allMatch(each -> !each.isCreditable())
                .allMatch(each -> "PDNG".equals(each.booking().status()));
        assertThat(Samples.read(report.replace("90C:1", "90C:2")).problems())
                .singleElement()
                .asString()
                .contains("field 90C says 2EUR12,50, but there are 1 entries");
    }

    @Test
    void another_kind_is_held_and_named() throws Unreadable {
        var file = Samples.read("{1:F01A}{2:I103AXXXN}{4:\n:20:A\n:32A:260302EUR1,00\n-}");
        assertThat(file.kind()).isEqualTo("mt103");
        assertThat(file.problems()).containsExactly("unexpected kind mt103: nothing of it was read");
    }
}
