package dev.sluice.rail.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.sluice.rail.BankAccount;
import dev.sluice.rail.RoutingNumbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.iban4j.IbanUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Recognition of magic account numbers, in each country's format, and its documentation.
class MagicAccountTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "sandbox.md");

    @ParameterizedTest
    @CsvSource({
        "IDR, 9999000011", "idr, 9999000011", "IDR, 9999-0000 11", "NGN, 9999000011", "USD, 9999000011",
        "GBP, 99000011", "GBP, 9999000011", "JPY, 9900011", "MXN, 9999000011", "MXN, 002010099990000114",
        "EUR, DE02100100109999000011", "EUR, de02 1001 0010 9999 0000 11", "EUR, NL91ABNA9999000011",
    })
    void a_number_is_found_in_every_form(String currency, String accountNumber) {
        assertThat(magic(currency, accountNumber)).isEqualTo(Magic.RETURNED_BY_PAYEE);
    }

    @ParameterizedTest
    @CsvSource({
        "IDR, 99990000", "IDR, 999900001", "IDR, 99990000111", "IDR, 19999000011", "IDR, 9999000099", "IDR, 9999000000",
        "IDR, 99000011", "IDR, 9900011", "GBP, 9900011", "GBP, 9900009", "JPY, 99000011", "USD, 002010099990000114",
        "MXN, 002010199990000114", "IDR, 1234567890", "EUR, 99990000110532013000", "EUR, DE99990000119999000022X",
    })
    void everything_else_is_ordinary(String currency, String accountNumber) {
        assertThat(magic(currency, accountNumber)).isEqualTo(Magic.ORDINARY);
    }

    @ParameterizedTest
    @EnumSource
    void the_documentation_has_a_row_for_every_account(Magic magic) throws IOException {
        if (magic != Magic.ORDINARY) {
            assertThat(Files.readString(DOCUMENT))
                    .contains("| `%s` | `%s` |".formatted(magic.accountNumber(), magic.name()));
        }
    }

    @Test
    void the_documentation_names_no_account_that_is_not_in_the_table() throws IOException {
        var known = Arrays.stream(Magic.values()).map(Magic::accountNumber).toList();
        var named = Pattern.compile("`(99990000[0-9]{2})`").matcher(Files.readString(DOCUMENT));
        assertThat(named.results().map(each -> each.group(1))).isNotEmpty().isSubsetOf(known);
    }

    @Test
    void the_documented_ibans_are_valid_and_magic() throws IOException {
        var ibans = Pattern.compile("`(DE[0-9]{20})`").matcher(Files.readString(DOCUMENT));
        assertThat(ibans.results().map(each -> each.group(1)))
                .hasSize(Magic.values().length - 1)
                .allSatisfy(
                        iban -> assertThatCode(() -> IbanUtil.validate(iban)).doesNotThrowAnyException())
                .extracting(iban -> magic("EUR", iban))
                .doesNotContain(Magic.ORDINARY)
                .doesNotHaveDuplicates();
    }

    @Test
    void the_documented_clabes_are_magic() throws IOException {
        var clabes = Pattern.compile("`([0-9]{18})`").matcher(Files.readString(DOCUMENT));
        assertThat(clabes.results().map(each -> magic("MXN", each.group(1))))
                .hasSize(Magic.values().length - 1)
                .doesNotContain(Magic.ORDINARY)
                .doesNotHaveDuplicates();
    }

    private static Magic magic(String currency, String accountNumber) {
        return Magic.of(
                new BankAccount(currency, null, "014", RoutingNumbers.NONE, accountNumber, "Budi Santoso", null));
    }
}
