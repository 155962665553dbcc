package dev.sluice.iso20022;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// QR references and account numbers, with the examples of the Swiss guidelines.
class QrReferenceTest {
    @Example
    void published_references_are_valid() {
        assertThat(QrReference.parse("21 00000 00003 13947 14300 09017")).hasValue("210000000003139471430009017");
        assertThat(QrReference.isValid("976471818744726494745968140")).isTrue();
        assertThat(QrReference.isValid("120000000000234478943216899")).isTrue();
        assertThat(QrReference.create("21000000000313947143000901")).isEqualTo("210000000003139471430009017");
        assertThat(QrReference.create("97647181874472649474596814")).isEqualTo("976471818744726494745968140");
    }

    @Example
    void the_printed_form_has_two_digits_and_groups_of_five() {
        assertThat(QrReference.printed("210000000003139471430009017")).isEqualTo("21 00000 00003 13947 14300 09017");
    }

    @Example
    void other_texts_are_no_references() {
        for (var bad : List.of("210000000003139471430009018", "2100000000031394714300090", "", "0".repeat(27))) {
            assertThat(QrReference.parse(bad)).as(bad).isEmpty();
        }
        for (var bad : List.of("", "1".repeat(27), "12A")) {
            assertThatThrownBy(() -> QrReference.create(bad)).as(bad).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Property
    void a_created_reference_is_valid_in_any_form(@ForAll("references") String reference) {
        var created = QrReference.create(reference);
        assertThat(created).matches("[0-9]{27}").startsWith("0".repeat(26 - reference.length()) + reference);
        boolean zero = reference.chars().allMatch(digit -> digit == '0');
        assertThat(QrReference.isValid(QrReference.printed(created))).isEqualTo(!zero);
    }

    @Property
    void one_wrong_digit_is_found(@ForAll("references") String reference, @ForAll("references") String other) {
        var created = QrReference.create("1" + reference.substring(1));
        var changed = created.substring(0, 26) + (char) ('0' + (created.charAt(26) - '0' + 1) % 10);
        assertThat(QrReference.isValid(changed)).isFalse();
        var swapped = new StringBuilder(created);
        char digit = other.charAt(0);
        boolean same = swapped.charAt(20) == digit;
        swapped.setCharAt(20, digit);
        assertThat(QrReference.isValid(swapped.toString())).isEqualTo(same);
    }

    @Example
    void a_qr_iban_is_told_by_its_institution() {
        assertThat(AccountNumbers.isQrIban("CH4431999123000889012")).isTrue();
        assertThat(AccountNumbers.isQrIban("CH7730000001250094239")).isTrue();
        assertThat(AccountNumbers.isQrIban("CH5109000000250092291")).isFalse();
        assertThat(AccountNumbers.isQrIban("CH5204835012345671000")).isFalse();
        assertThat(AccountNumbers.isQrIban("CH4531999123000889012")).isFalse();
        assertThat(AccountNumbers.isQrIban("DE89370400440532013000")).isFalse();
    }

    @Example
    void check_digits_of_an_iban_are_checked() {
        assertThat(AccountNumbers.isIban("DE89370400440532013000")).isTrue();
        assertThat(AccountNumbers.isIban("GB29NWBK60161331926819")).isTrue();
        assertThat(AccountNumbers.isIban("DE88370400440532013000")).isFalse();
        assertThat(AccountNumbers.isIban("DE89 3704 0044 0532 0130 00")).isFalse();
        assertThat(AccountNumbers.isIban("DE")).isFalse();
    }

    @Provide
    Arbitrary<String> references() {
        return Arbitraries.strings().withCharRange('0', '9').ofMinLength(1).ofMaxLength(26);
    }
}
