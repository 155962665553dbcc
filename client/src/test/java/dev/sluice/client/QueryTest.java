package dev.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.client.model.CryptoDisbursementQuery;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Numbers in queries are plain, and none is short here and a gigabyte there.
class QueryTest {
    @ParameterizedTest
    @ValueSource(strings = {"1e999999999", "1e-999999999", "1e31", "12345678901234567890123456789012345678901"})
    void a_number_that_the_service_would_not_take_is_refused_before_it_is_written(String number) {
        var query = CryptoDisbursementQuery.all();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> query.amount(new BigDecimal(number)))
                .withMessageContaining("40 digits");
    }

    @Test
    void a_number_is_plain() {
        assertThat(CryptoDisbursementQuery.all().amount(new BigDecimal("1.5e3")).parameters())
                .containsEntry("amount", "1500");
    }
}
