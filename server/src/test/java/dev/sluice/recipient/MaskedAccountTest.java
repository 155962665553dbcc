package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaskedAccountTest {
    @Test
    void the_last_four_are_shown_and_the_length_is_not() {
        assertThat(MaskedAccount.of("1234567890").text()).isEqualTo("****7890");
        assertThat(MaskedAccount.of("DE89 3704 0044 0532 0130 00").text()).isEqualTo("****3000");
        assertThat(MaskedAccount.of("12-34-56-78").text()).isEqualTo("****5678");
    }

    @Test
    void short_numbers_are_masked_wholly() {
        assertThat(MaskedAccount.of("1234567").text()).isEqualTo("****");
        assertThat(MaskedAccount.of("1-2-3-4-5").text()).isEqualTo("****");
        assertThat(MaskedAccount.of("").text()).isEqualTo("****");
        assertThat(MaskedAccount.of(null).text()).isEqualTo("****");
    }

    @Test
    void details_in_a_log_show_no_whole_number() {
        var details = BankDetails.builder()
                .accountName("Budi")
                .accountNumber("1234567890")
                .build();
        assertThat(details.toString())
                .contains("****7890")
                .doesNotContain("123456")
                .doesNotContain("Budi");
    }
}
