package dev.sluice.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
