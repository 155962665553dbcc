package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Field 86 in the dialects of German, Polish, Dutch and other banks.
class NarrativeTest {
    @Test
    void numbered_subfields_are_read_across_lines() throws Unreadable {
        var entry =
                entry(":86:166?00GUTSCHRIFT?109372?20EREF+INV-2026-0001/ABCDEFGH1?212345 KREF+K1?22SVWZ+Rechnung vom\n"
                        + "?23 3.3.2026?30COBADEFFXXX?31DE89370400440532013000?32Anna Beispielhaft und Toch?33ter GmbH"
                        + "?34000");
        assertThat(entry.details()).singleElement().satisfies(details -> {
            assertThat(details.references().endToEndId()).isEqualTo("INV-2026-0001/ABCDEFGH12345");
            assertThat(details.remittance().text()).isEqualTo("Rechnung vom  3.3.2026");
            assertThat(details.counterparty())
                    .isEqualTo(new EntryDetails.Counterparty(
                            "Anna Beispielhaft und Toch ter GmbH", "DE89370400440532013000", "COBADEFFXXX"));
        });
        assertThat(entry.isCreditable()).isTrue();
    }

    @Test
    void a_subfield_of_27_characters_continues_in_the_next_one() throws Unreadable {
        var details = details(":86:166?00X?20EREF+0123456789012345678901?2123456789?22SVWZ+Text");
        assertThat(details.references().endToEndId()).isEqualTo("012345678901234567890123456789");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<", "^", "~", "@", "!"})
    void the_separator_is_that_of_the_bank(String separator) throws Unreadable {
        var details = details(":86:020?00Transfer?20Invoice?215?32Jan?33Kowalski?38PL61109010140000071219812874"
                .replace("?", separator));
        assertThat(details.remittance().text()).isEqualTo("Invoice 5");
        assertThat(details.counterparty().name()).isEqualTo("Jan Kowalski");
        assertThat(details.counterparty().account()).isEqualTo("PL61109010140000071219812874");
    }

    @ParameterizedTest
    @ValueSource(strings = {"108", "109", "159"})
    void the_business_codes_of_returns_say_return(String code) throws Unreadable {
        assertThat(entry(":86:" + code + "?00RUECKUEBERWEISUNG?20SVWZ+X").returned())
                .isEqualTo(new PaymentReturn(code));
    }

    @Test
    void code_words_with_parts_are_read() throws Unreadable {
        var details =
                details(":86:/EREF/20120123456789//CNTP/NL32INGB0000012345/INGBNL2A/ING BANK NV INZAKE WEB///REMI/U\n"
                        + "STD//EV10001REP1000000T1000/");
        assertThat(details.references().endToEndId()).isEqualTo("20120123456789");
        assertThat(details.counterparty())
                .isEqualTo(new EntryDetails.Counterparty("ING BANK NV INZAKE WEB", "NL32INGB0000012345", "INGBNL2A"));
        assertThat(details.remittance().text()).isEqualTo("EV10001REP1000000T1000");
    }

    @Test
    void code_words_for_each_value_are_read() throws Unreadable {
        var details =
                details(":86:/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/J DE VRIES/REMI/BILL 8\n"
                        + "/2026/EREF/NOTPROVIDED");
        assertThat(details.references().endToEndId()).isNull();
        assertThat(details.counterparty())
                .isEqualTo(new EntryDetails.Counterparty("J DE VRIES", "NL91ABNA0417164300", "ABNANL2A"));
        assertThat(details.remittance().text()).isEqualTo("BILL 8/2026");
    }

    @Test
    void the_code_word_of_a_return_says_return() throws Unreadable {
        var entry = entry(":86:/RTRN/AC04/EREF/E1/BENM//NAME/J DE VRIES/REMI/BILL 8");
        assertThat(entry.returned()).isEqualTo(new PaymentReturn("AC04"));
        assertThat(entry.isCreditable()).isFalse();
    }

    @Test
    void other_text_is_joined() throws Unreadable {
        assertThat(details(":86:GIRO FROM 80532 BY: JANE DOE MAIN STREET 10 1234 TOWN AND MORE WO\nRDS FOLLOW\nTHE END")
                        .remittance()
                        .text())
                .isEqualTo("GIRO FROM 80532 BY: JANE DOE MAIN STREET 10 1234 TOWN AND MORE WORDS FOLLOW THE END");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ":86:",
                ":86:-",
                ":86:166",
                ":86:166?",
                ":86:166?0",
                ":86:166?20",
                ":86:/",
                ":86://EREF/",
                ":86:+"
            })
    void short_texts_are_read(String field) throws Unreadable {
        assertThat(entry(field).details()).hasSize(1);
    }

    @Test
    void lines_that_look_like_fields_are_text() throws Unreadable {
        var details = details(":86:paid at\n:13:45:00\n:20:15 it arrived\n:25 o'clock\n-\nthe end");
        assertThat(details.remittance().text()).isEqualTo("paid at :13:45:00 :20:15 it arrived :25 o'clock the end");
    }

    @Test
    void the_notes_of_cooperative_banks_are_read() throws Unreadable {
        var details = details(":NS:01Purpose 1\n02Purpose 2\n15Anna\n16Berg\n17TRANSFER\n191000");
        assertThat(details.remittance().text()).isEqualTo("Purpose 1 Purpose 2");
        assertThat(details.counterparty().name()).isEqualTo("Anna Berg");
    }

    private static Entry entry(String field) throws Unreadable {
        return Samples.entries(Samples.read(":20:A\n:25:1\n:28C:1\n:60F:C260301EUR1,00\n:61:260302C1,00NTRFNONREF\n"
                        + field + "\n:62F:C260302EUR2,00\n-\n"))
                .getFirst();
    }

    private static EntryDetails details(String field) throws Unreadable {
        return entry(field).details().getFirst();
    }
}
