package dev.sluice.pdf;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShaperTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"สมชาย ที่ปั๊ม", "محمد عبد الله", "क्षत्रिय", "王小明 山田 김철수", "\u1100\u1175\u11B7", "Đức Ёлкин"})
    void every_character_of_a_name_has_a_glyph(String name) {
        assertThat(Shaper.line(name, Typefaces.Weight.SEMIBOLD).runs())
                .flatExtracting(Shaper.Run::glyphs)
                .extracting(Shaper.Glyph::id)
                .isNotEmpty()
                .doesNotContain(0);
    }

    /// Letters without a glyph in any font, marks that the font of their letter lacks, and emoji.
    @ParameterizedTest
    @CsvSource({
        "吉田𠮷野家, 吉田[U+20BB7]野家",
        "O\u0301\u0329luwas\u0323e\u0323\u0300gu\u0301n, \u1ECC\u0301luwaṣẹ\u0300gún",
        "Ann 👍🏽, Ann [U+1F44D U+1F3FD]",
        "👨\u200D👩\u200D👧, [U+1F468 U+1F469 U+1F467]",
        "葛\uDB40\uDD00城, 葛城",
        "A5\uFE0F, A5",
        "𝐀𝐁, AB",
        "ﬁnance, finance",
        "ᏣᎳᎩ, [U+13E3][U+13B3][U+13A9]",
        "Z\u0335a, Za",
    })
    void what_has_no_glyph_is_written_in_another_form(String name, String written) {
        var line = Shaper.line(name, Typefaces.Weight.SEMIBOLD);
        var text = line.runs().stream().map(Shaper.Run::text).collect(Collectors.joining());
        assertThat(Normalizer.normalize(text, Form.NFC)).isEqualTo(Normalizer.normalize(written, Form.NFC));
        assertThat(line.runs())
                .flatExtracting(Shaper.Run::glyphs)
                .extracting(Shaper.Glyph::id)
                .doesNotContain(0);
    }

    @ParameterizedTest
    @CsvSource({
        "by \u2068شركة\u2069 12 of 3, by شركة 12 of 3",
        "\u2068شركة\u2069 paid \u2068محمد\u2069 50, شركة paid محمد 50",
        "Order \u2068A-1\u2069 5, Order A-1 5",
    })
    void a_foreign_text_in_a_sentence_leaves_what_is_around_it_in_its_place(String sentence, String seen) {
        var line = Shaper.line(PlainText.of(sentence + "\u202e"), Typefaces.Weight.REGULAR);
        assertThat(line.runs().stream().map(Shaper.Run::text).collect(Collectors.joining()))
                .isEqualTo(seen);
        assertThat(line.runs())
                .flatExtracting(Shaper.Run::glyphs)
                .extracting(Shaper.Glyph::id)
                .doesNotContain(0);
    }

    @Test
    void arabic_letters_join_and_run_from_right_to_left() {
        var run = Shaper.line("محمد", Typefaces.Weight.REGULAR).runs().getFirst();
        assertThat(run.glyphs()).extracting(Shaper.Glyph::source).containsExactly("د", "م", "ح", "م");
        assertThat(run.glyphs().get(1).id()).isNotEqualTo(run.glyphs().get(3).id());
    }

    @Test
    void a_devanagari_vowel_sign_stands_before_its_consonant() {
        var run = Shaper.line("कि", Typefaces.Weight.REGULAR).runs().getFirst();
        assertThat(run.glyphs().get(1).id()).isEqualTo(run.face().glyph('क'));
    }
}
