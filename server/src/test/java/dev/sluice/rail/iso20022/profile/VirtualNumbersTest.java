package dev.sluice.rail.iso20022.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.iban4j.IbanUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualNumbersTest {
    private static final String FIRST_IBAN = "DE95370400440532099998";
    private static final String LAST_IBAN = "DE30370400440532100004";

    private static List<String> all(VirtualNumbers numbers) {
        return LongStream.range(0, numbers.size()).mapToObj(numbers::at).toList();
    }

    @Test
    void numbers_keep_their_leading_zeros_and_letters() {
        assertThat(all(VirtualNumbers.of("VA0098", "VA0101"))).containsExactly("VA0098", "VA0099", "VA0100", "VA0101");
    }

    @Test
    void ibans_are_counted_by_their_account_part_and_have_check_digits() {
        var numbers = VirtualNumbers.of(FIRST_IBAN, LAST_IBAN);
        assertThat(numbers.size()).isEqualTo(7);
        assertThat(all(numbers))
                .startsWith(FIRST_IBAN)
                .endsWith(LAST_IBAN)
                .allSatisfy(IbanUtil::validate)
                .extracting(each -> each.substring(12))
                .containsExactly(
                        "0532099998",
                        "0532099999",
                        "0532100000",
                        "0532100001",
                        "0532100002",
                        "0532100003",
                        "0532100004");
    }

    @Test
    void a_range_has_its_numbers_and_no_others() {
        var ibans = VirtualNumbers.of(FIRST_IBAN, LAST_IBAN);
        assertThat(all(ibans)).allMatch(ibans::contains);
        assertThat(ibans.contains("DE89370400440532013000")).isFalse();
        assertThat(ibans.contains("DE96370400440532099998")).isFalse();
        var plain = VirtualNumbers.of("0100", "0199");
        assertThat(plain.contains("0150")).isTrue();
        assertThat(plain.contains("0200")).isFalse();
        assertThat(plain.contains("0099")).isFalse();
        assertThat(plain.contains("150")).isFalse();
        assertThat(plain.contains("015A")).isFalse();
        assertThat(plain.contains("")).isFalse();
    }

    @Test
    void a_range_may_have_one_number_or_a_quintillion() {
        assertThat(all(VirtualNumbers.of("7", "7"))).containsExactly("7");
        var large = VirtualNumbers.of("1000000000000000000", "1999999999999999999");
        assertThat(large.size()).isEqualTo(1_000_000_000_000_000_000L);
        assertThat(large.at(large.size() - 1)).isEqualTo("1999999999999999999");
        assertThatThrownBy(() -> VirtualNumbers.of("1000000000000000000", "2000000000000000000"))
                .hasMessage("must be less than 1000000000000000000 above first");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 100})
    void a_number_beyond_the_range_does_not_exist(long index) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VirtualNumbers.of("0100", "0199").at(index));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "100 | 1000 | must have the length of first, and differ from it in digits at its end only",
                "A100 | B199 | must have the length of first, and differ from it in digits at its end only",
                "100 | 099 | must not be below first",
                "ABC | ABC | must have digits at its end, by which the numbers are counted",
                "NL91ABNA0417164300 | NL91ABNA0417164300 | must not be of NL, where account numbers have check digits; "
                        + "use creditor-reference or remittance"
            })
    void numbers_that_cannot_be_counted_are_no_range(String first, String last, String fault) {
        assertThatThrownBy(() -> VirtualNumbers.of(first, last)).hasMessage(fault);
    }
}
