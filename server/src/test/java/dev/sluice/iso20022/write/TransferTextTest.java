package dev.sluice.iso20022.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.iso20022.write.TransferRules.Charset;
import dev.sluice.iso20022.write.TransferRules.Transliteration;
import dev.sluice.iso20022.write.TransferText.Result.Unwritable;
import dev.sluice.iso20022.write.TransferText.Result.Written;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransferTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "Jürgen Groß | Jurgen Gross | Juergen Gross",
                "MÜLLER ÜBER Übel Ä | MULLER UBER Ubel A | MUELLER UEBER Uebel Ae",
                "Łódź Ærø ŒUVRE Þór Đà Nẵng | Lodz Aero OEUVRE Thor Da Nang | Lodz Aero OEUVRE Thor Da Nang",
                "İstanbul ılık Ħal ŉ | Istanbul ilik Hal n | Istanbul ilik Hal n",
                "Αθήνα ΘΕΟΣ Θεός Ψυχή | Athina THEOS Theos Psychi | Athina THEOS Theos Psychi",
                "България Щастие ЮЛИЯ | Balgariya Shtastie YULIYA | Balgariya Shtastie YULIYA",
                "‘a’ “b” – c — d… e_f & g@h | 'a' 'b' - c - d... e-f + g.h | 'a' 'b' - c - d... e-f + g.h",
                "ＡＢＣ　１２３ ﬁ Ⅷ № | ABC 123 fi VIII No | ABC 123 fi VIII No"
            })
    void letters_are_spelled_out(String text, String plain, String german) {
        assertThat(sepa(text, Transliteration.PLAIN)).isEqualTo(new Written(plain));
        assertThat(sepa(text, Transliteration.GERMAN)).isEqualTo(new Written(german));
    }

    @Test
    void the_same_letter_in_two_forms_is_one_letter() {
        assertThat(sepa("Ju\u0308rgen", Transliteration.GERMAN)).isEqualTo(new Written("Juergen"));
        assertThat(sepa("x\u0302y", Transliteration.PLAIN)).isEqualTo(new Written("xy"));
    }

    @Test
    void a_text_without_a_counterpart_is_refused_with_its_characters() {
        assertThat(sepa("王小明 王", Transliteration.PLAIN))
                .isEqualTo(new Unwritable("王 (U+738B), 小 (U+5C0F), 明 (U+660E)"));
        assertThat(sepa("Pay 🏦", Transliteration.GERMAN)).isEqualTo(new Unwritable("🏦 (U+1F3E6)"));
        assertThat(sepa("Jürgen", Transliteration.NONE)).isEqualTo(new Unwritable("ü (U+00FC)"));
        assertThat(sepa("a\u0007b\ud800", Transliteration.PLAIN)).isEqualTo(new Unwritable("U+0007, U+D800"));
        assertThat(text("a\u0000", Charset.UNICODE, Transliteration.PLAIN, 9)).isEqualTo(new Unwritable("U+0000"));
    }

    @Test
    void the_swiss_set_keeps_accents_and_spells_others_out() {
        assertThat(text("Café Łódź Ștefan € ß", Charset.LATIN_EXTENDED, Transliteration.GERMAN, 99))
                .isEqualTo(new Written("Café Łódź Ștefan € ß"));
        assertThat(text("Nguyễn – “A”", Charset.LATIN_EXTENDED, Transliteration.PLAIN, 99))
                .isEqualTo(new Written("Nguyen - 'A'"));
        assertThat(text("Nguyễn", Charset.LATIN_EXTENDED, Transliteration.NONE, 99))
                .isEqualTo(new Unwritable("ễ (U+1EC5)"));
    }

    @Test
    void unicode_keeps_all_scripts_and_drops_what_nobody_sees() {
        assertThat(text("\ufeff王\u202e小明\u200b 🏦", Charset.UNICODE, Transliteration.NONE, 99))
                .isEqualTo(new Written("王小明 🏦"));
    }

    @Test
    void white_space_is_single_spaces() {
        assertThat(sepa(" a\t b\r\n\u00a0c\u2003", Transliteration.NONE)).isEqualTo(new Written("a b c"));
        assertThat(sepa(" \n ", Transliteration.NONE)).isEqualTo(new Written(""));
    }

    @Test
    void a_line_of_swift_begins_with_neither_colon_nor_hyphen() {
        assertThat(text(": - -Rent", Charset.SWIFT_X, Transliteration.PLAIN, 99))
                .isEqualTo(new Written("Rent"));
        assertThat(sepa(":Rent", Transliteration.PLAIN)).isEqualTo(new Written(":Rent"));
    }

    @Test
    void a_text_is_transliterated_before_it_is_cut_at_a_whole_word() {
        assertThat(text("Großmüller Straße", Charset.SEPA_LATIN, Transliteration.GERMAN, 12))
                .isEqualTo(new Written("Grossmueller"));
        assertThat(text("Großmüller Straße", Charset.SEPA_LATIN, Transliteration.GERMAN, 17))
                .isEqualTo(new Written("Grossmueller"));
        assertThat(text("Großmüller Straße", Charset.SEPA_LATIN, Transliteration.GERMAN, 20))
                .isEqualTo(new Written("Grossmueller Strasse"));
        assertThat(text("Donaudampfschiff", Charset.SEPA_LATIN, Transliteration.NONE, 5))
                .isEqualTo(new Written("Donau"));
        assertThat(text("🏦🏦🏦", Charset.UNICODE, Transliteration.NONE, 3)).isEqualTo(new Written("🏦"));
    }

    private static TransferText.Result sepa(String text, Transliteration transliteration) {
        return text(text, Charset.SEPA_LATIN, transliteration, 140);
    }

    private static TransferText.Result text(
            String text, Charset charset, Transliteration transliteration, int lengthMax) {
        return TransferText.of(text, charset, transliteration, lengthMax);
    }
}
