package dev.sluice.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.text.NameMatch.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Properties of [NameMatch] for any names.
class NameMatchPropertiesTest {
    @Property
    void any_two_texts_compare_alike_from_both_sides(@ForAll String one, @ForAll String other) {
        assertThat(NameMatch.compare(one, other)).isEqualTo(NameMatch.compare(other, one));
    }

    @Property
    void names_of_few_letters_compare_alike_from_both_sides(
            @ForAll("words") List<String> one, @ForAll("words") List<String> other) {
        var name = String.join(" ", one);
        var second = String.join(" ", other);
        assertThat(NameMatch.compare(name, second)).isEqualTo(NameMatch.compare(second, name));
    }

    @Property
    void a_name_matches_itself(@ForAll("words") List<String> words) {
        var name = String.join(" ", words);
        assertThat(NameMatch.compare(name, name)).isEqualTo(Outcome.MATCH);
    }

    @Property
    void the_order_of_words_tells_nothing(
            @ForAll("words") List<String> one, @ForAll("words") List<String> other, @ForAll long seed) {
        var shuffled = new ArrayList<>(one);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(NameMatch.compare(String.join(" ", shuffled), String.join(" ", other)))
                .isEqualTo(NameMatch.compare(String.join(" ", one), String.join(" ", other)));
    }

    @Property
    void case_and_accents_tell_nothing(@ForAll("words") List<String> words) {
        var name = String.join(" ", words);
        var dressed = name.replace("a", "Á").replace("e", "ễ").replace("o", "Ô");
        assertThat(NameMatch.compare(name, dressed)).isEqualTo(Outcome.MATCH);
    }

    /// Few letters and real words, so that equal, similar, joined and abbreviated words are common.
    @Provide
    Arbitrary<List<String>> words() {
        var letters = Arbitraries.strings().withChars("abeo").ofMinLength(1).ofMaxLength(5);
        var real = Arbitraries.of("john", "jon", "j", "smith", "smyth", "de", "la", "dela", "cruz", "pt", "sa", "ltd");
        return Arbitraries.oneOf(letters, real).list().ofMinSize(1).ofMaxSize(6);
    }
}
