package dev.sluice.deposit.create;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.rail.AccountRange;
import dev.sluice.reference.DepositMethod.VirtualAccount;
import java.util.Random;
import java.util.stream.Stream;
import org.iban4j.IbanUtil;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VirtualAccountsTest {
    private final Random random = new Random(42);

    @ParameterizedTest
    @CsvSource({"IDR,71908,16", "IDR,14927,18", "THB,71,10", "JPY,2,7", "GBP,73,8", "USD,40862,12", "MYR,5671,12"})
    void a_number_has_its_banks_prefix_and_length(String currency, String prefix, int length) {
        assertThat(VirtualAccounts.next(currency, new VirtualAccount(prefix, length), random))
                .startsWith(prefix)
                .hasSize(length)
                .containsOnlyDigits();
    }

    @RepeatedTest(20)
    void an_iban_has_its_check_digits() {
        for (var range : Stream.of(new VirtualAccount("DE50070010", 22), new VirtualAccount("NLABNA", 18))
                .toList()) {
            var iban = VirtualAccounts.next("EUR", range, random);
            assertThat(iban).hasSize(range.length());
            assertThatCode(() -> IbanUtil.validate(iban)).doesNotThrowAnyException();
            assertThat(iban.substring(4)).startsWith(range.prefix().substring(2));
        }
    }

    /// The CLABE in Banco de México's own example: 03218000011835971, check digit 9.
    @Test
    void a_clabe_has_its_check_digit() {
        assertThat(VirtualAccounts.next("MXN", new VirtualAccount("03218000011835971", 18), random))
                .isEqualTo("032180000118359719");
        assertThat(VirtualAccounts.next("MXN", new VirtualAccount("646180", 18), random))
                .startsWith("646180")
                .hasSize(18);
    }

    @Test
    void every_number_of_a_small_range_is_drawn() {
        assertThat(VirtualAccounts.draw(range(7), random))
                .containsExactlyInAnyOrder("N0", "N1", "N2", "N3", "N4", "N5", "N6");
        assertThat(VirtualAccounts.draw(range(1), random)).containsExactly("N0");
    }

    @Test
    void different_numbers_of_a_large_range_are_drawn() {
        var drawn = VirtualAccounts.draw(range(1_000_000_000_000_000_000L), random);
        assertThat(drawn).hasSize(32).doesNotHaveDuplicates();
        assertThat(drawn).isNotEqualTo(VirtualAccounts.draw(range(1_000_000_000_000_000_000L), random));
    }

    private static AccountRange range(long size) {
        return new AccountRange() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public String at(long index) {
                assertThat(index).isBetween(0L, size - 1);
                return "N" + index;
            }
        };
    }
}
