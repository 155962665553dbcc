package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// References of ISO 11649, with published examples.
class CreditorReferenceTest {
    @Example
    void published_references_are_valid() {
        assertThat(CreditorReference.parse("RF18 5390 0754 7034")).hasValue("RF18539007547034");
        assertThat(CreditorReference.isValid("RF712348231")).isTrue();
        assertThat(CreditorReference.isValid("rf04 baum 4711")).isEqualTo(CreditorReference.isValid("RF04BAUM4711"));
        assertThat(CreditorReference.create("539007547034")).isEqualTo("RF18539007547034");
        assertThat(CreditorReference.create("2348231")).isEqualTo("RF712348231");
    }

    @Example
    void the_printed_form_has_groups_of_four() {
        assertThat(CreditorReference.printed("RF18539007547034")).isEqualTo("RF18 5390 0754 7034");
        assertThat(CreditorReference.printed("RF712348231")).isEqualTo("RF71 2348 231");
    }

    @Example
    void other_texts_are_no_references() {
        assertThat(CreditorReference.parse("RF19539007547034")).isEmpty();
        assertThat(CreditorReference.parse("RF18")).isEmpty();
        assertThat(CreditorReference.parse("")).isEmpty();
        assertThat(CreditorReference.parse("RF18٥٣٩٠٠٧٥٤٧٠٣٤")).isEmpty();
        assertThat(CreditorReference.parse("DE89370400440532013000")).isEmpty();
    }

    @Example
    void only_1_to_21_letters_and_digits_make_a_reference() {
        assertThat(CreditorReference.create("A".repeat(21))).hasSize(25);
        for (var bad : new String[] {"", "A".repeat(22), "ABC-1", "Ä"}) {
            assertThatThrownBy(() -> CreditorReference.create(bad))
                    .as(bad)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Property
    void a_created_reference_is_valid_in_any_form(@ForAll("references") String reference) {
        var created = CreditorReference.create(reference);
        assertThat(created).matches("RF[0-9]{2}[A-Z0-9]{1,21}");
        assertThat(CreditorReference.parse(CreditorReference.printed(created))).hasValue(created);
        assertThat(CreditorReference.parse(created.toLowerCase(Locale.ROOT))).hasValue(created);
    }

    @Property
    void one_wrong_character_is_found(
            @ForAll("references") String reference, @ForAll @IntRange(max = 20) int at, @ForAll("digits") char other) {
        var created = new StringBuilder(CreditorReference.create(reference));
        int place = 4 + at % reference.length();
        boolean same = created.charAt(place) == other;
        created.setCharAt(place, other);
        assertThat(CreditorReference.isValid(created.toString())).isEqualTo(same);
    }

    @Provide
    Arbitrary<String> references() {
        return Arbitraries.strings()
                .withCharRange('0', '9')
                .ofMinLength(1)
                .ofMaxLength(CreditorReference.REFERENCE_LENGTH_MAX);
    }

    @Provide
    Arbitrary<Character> digits() {
        return Arbitraries.chars().range('0', '9');
    }
}
