package dev.sluice.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What people write is read as the pages of their language show it, and never as something else on the next page.
class AmountsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | 1250.50 | 1250.50",
                "en | 1,250.50 | 1250.50",
                "en | 1,000 | 1000",
                "en | 1,000,000.5 | 1000000.5",
                "en | 1.125 | 1.1250",
                "en | 1 250.50 | 1250.50",
                "en | 1,00 | 1,00",
                "en | 1.250,50 | 1.250,50",
                "en | 1000,000 | 1000,000",
                "en | -5 | -5",
                "en | ten | ten",
                "id | 1.000 | 1000",
                "en | 0.125 | 0.1250",
                "en | 0,125 | 0,125",
                "id | 0,125 | 0.1250",
                "id | 0.125 | 0.125",
                "id | 1.250.000,75 | 1250000.75",
                "id | 1250,50 | 1250.50",
                "id | 1,125 | 1.1250",
                "id | 1250.50 | 1250.50",
                "id | 10000.000 | 10000.000",
                "id | 1,250.50 | 1,250.50",
                "id | 1.00.000 | 1.00.000"
            })
    void an_amount_is_read_as_it_is_shown_in_a_language_and_once(String language, String typed, String plain) {
        for (var next : new String[] {"en", "id"}) {
            var read = Amounts.plain(typed, Locale.of(language));
            assertThat(read).isEqualTo(plain);
            if (!read.equals(typed)) {
                assertThat(new BigDecimal(Amounts.plain(read, Locale.of(next)))).isEqualByComparingTo(read);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | 0.125 | 0.125",
                "en | 1,5 | 1,5",
                "id | 0,125 | 0.125",
                "id | 0.125 | 0.125",
                "id | 1.125 | 1.125",
                "id | 1,5 | 1.5",
                "id | half | half"
            })
    void a_share_has_no_thousands(String language, String typed, String plain) {
        assertThat(Amounts.share(typed, Locale.of(language))).isEqualTo(plain);
    }
}
