package dev.sluice.page;

import static org.assertj.core.api.Assertions.assertThat;

import gg.jte.output.StringOutput;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IsolatingOutputTest {
    private static final String HEBREW = "\u05d3\u05e0\u05d4";

    private static String written(String tag, @Nullable String attribute, String value) {
        var text = new StringOutput();
        var output = new IsolatingOutput(text);
        output.setContext(tag, attribute);
        output.writeUserContent(value);
        return text.toString();
    }

    @Test
    void a_value_that_is_written_from_right_to_left_is_isolated_from_what_stands_beside_it() {
        assertThat(written("td", null, HEBREW + " & 7")).isEqualTo("<bdi>" + HEBREW + " &amp; 7</bdi>");
        assertThat(written("option", null, HEBREW)).isEqualTo("\u2068" + HEBREW + "\u2069");
        assertThat(written("title", null, HEBREW)).isEqualTo("\u2068" + HEBREW + "\u2069");
    }

    @Test
    void others_and_attributes_and_what_is_edited_stay_as_they_are() {
        assertThat(written("td", null, "Ann <b>")).isEqualTo("Ann &lt;b&gt;");
        assertThat(written("input", "value", HEBREW)).isEqualTo(HEBREW);
        assertThat(written("textarea", null, HEBREW)).isEqualTo(HEBREW);
        assertThat(written("bdi", null, HEBREW)).isEqualTo(HEBREW);
    }

    @Test
    void an_override_that_a_bank_has_sent_turns_nothing() {
        assertThat(written("td", null, "\u202egnp.exe")).isEqualTo("gnp.exe");
    }

    @Test
    void a_sentence_isolates_what_belongs_into_it() {
        assertThat(Texts.of("checkout", "en").get("payTo", HEBREW)).contains("\u2068" + HEBREW + "\u2069");
        assertThat(Texts.of("checkout", "en").get("payTo", "Acme")).doesNotContain("\u2068");
    }
}
