package dev.sluice.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutsideTextTest {
    @Test
    void a_text_has_one_form() {
        assertThat(OutsideText.normalized("Jose\u0301")).isEqualTo("Jos\u00e9");
        assertThat(OutsideText.normalized("e\u200b\u0301")).isEqualTo("\u00e9");
        assertThat(OutsideText.normalized("\u00a0Ann\u00a0Lee\u202f\ufeff ")).isEqualTo("Ann Lee");
        for (var unseen : List.of("\u200b", "\u00ad", "\u200e", "\u200f", "\u2060", "\ufeff", "\u061c", "\u3164")) {
            assertThat(OutsideText.normalized("12" + unseen + "34" + unseen)).isEqualTo("1234");
            assertThat(OutsideText.normalized(unseen)).isEmpty();
        }
        assertThat(OutsideText.normalized("Ra\u200dni 1\ufe0f")).isEqualTo("Rani 1");
    }

    /// Persian, Malayalam, Sinhala and Devanagari names, an ideograph with a variation, Mongolian, and emoji.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
                "\u0d28\u0d4d\u200d",
                "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
                "\u0930\u094d\u200d\u092f",
                "\u845b\udb40\udd00\u57ce",
                "\u1820\u180b",
                "\ud83d\udc69\u200d\ud83d\ude80",
                "\u2764\ufe0f\u200d\ud83d\udd25",
                "\u5c71\u7530\u3000\u592a\u90ce"
            })
    void spelling_is_kept(String text) {
        assertThat(OutsideText.normalized(text)).isEqualTo(text);
    }

    @Test
    void nothing_that_is_ignorable_is_spelling_in_a_number() {
        assertThat(OutsideText.withoutIgnorable("\u0639\u200c\u06311\u200d")).isEqualTo("\u0639\u06311");
    }

    @Test
    void what_turns_the_direction_of_text_is_named() {
        assertThat(OutsideText.fault("a\u202eb"))
                .contains("must not contain a right-to-left override (U+202E), which changes the text direction");
        for (char control : "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069".toCharArray()) {
            assertThat(OutsideText.fault(OutsideText.normalized("x" + control))).isPresent();
        }
        assertThat(OutsideText.fault("\u05d0\u05d1 abc \u0639")).isEmpty();
    }

    @Test
    void a_foreign_text_inside_a_sentence_keeps_its_direction_to_itself() {
        assertThat(OutsideText.isolated("Ann Lee")).isEqualTo("Ann Lee");
        assertThat(OutsideText.isolated("\u05d0\u05d1")).isEqualTo("\u2068\u05d0\u05d1\u2069");
        assertThat(OutsideText.isolated("\u202eevil")).isEqualTo("evil");
    }
}
