package dev.sluice.recipient;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BankRulesTest {
    private static final BankRules RULES = BankRules.standard();
    private static final CurrencyRules PLAIN = CurrencyRules.BANK_NAME_AND_ACCOUNT;
    private static final CurrencyRules IBAN = new CurrencyRules(false, false, true, false, false);
    private static final CurrencyRules INDIA = new CurrencyRules(false, true, false, false, true);
    private static final CurrencyRules USA = new CurrencyRules(true, false, false, true, true);
    private static final CurrencyRules NOTHING = new CurrencyRules(false, false, false, false, false);

    private static BankDetails.Builder bank(String currency, String country) {
        return BankDetails.builder()
                .accountName("Budi Santoso")
                .bankName("Bank")
                .currency(currency)
                .country(country);
    }

    private static List<String> found(BankDetails.Builder bank, CurrencyRules rules) {
        return RULES.check(bank.build(), rules).stream()
                .map(problem -> problem.field() + " " + problem.code())
                .toList();
    }

    @Test
    void complete_details_have_no_problem() {
        assertThat(found(bank("IDR", "ID").accountNumber("1234567890"), PLAIN)).isEmpty();
    }

    @Test
    void all_problems_are_found_at_once_and_none_repeats_the_value() {
        var bank = BankDetails.builder()
                .accountName(" ")
                .accountNumber("12 3")
                .currency("rupiah")
                .country("ZZ")
                .ibanNumber("DE88370400440532013000")
                .ifsc("HDFC1234567")
                .achNumber("021000022")
                .accountType("Current")
                .bankIdentifierCode("NOBIC");
        assertThat(found(bank, PLAIN))
                .containsExactly(
                        "bank.accountName REQUIRED",
                        "bank.bankName REQUIRED",
                        "bank.accountType INVALID_VALUE",
                        "bank.currency INVALID_FORMAT",
                        "bank.country INVALID_VALUE",
                        "bank.accountNumber INVALID_FORMAT",
                        "bank.achNumber INVALID_CHECKSUM",
                        "bank.ibanNumber INVALID_CHECKSUM",
                        "bank.ifsc INVALID_FORMAT",
                        "bank.bankIdentifierCode INVALID_FORMAT");
        assertThat(RULES.check(bank.build(), PLAIN))
                .allSatisfy(
                        problem -> assertThat(problem.message()).isNotBlank().doesNotContain("89", "0532013000"));
    }

    @Test
    void what_a_currency_requires_is_required() {
        var nothing = BankDetails.builder();
        assertThat(found(nothing, NOTHING))
                .containsExactly("bank.accountName REQUIRED", "bank.currency REQUIRED", "bank.country REQUIRED");
        assertThat(found(bank("USD", "US").bankName(null), USA))
                .containsExactly("bank.bankName REQUIRED", "bank.accountNumber REQUIRED", "bank.achNumber REQUIRED");
        assertThat(found(bank("EUR", "DE"), IBAN)).containsExactly("bank.ibanNumber REQUIRED");
        assertThat(found(bank("INR", "IN"), INDIA))
                .containsExactly("bank.accountNumber REQUIRED", "bank.ifsc REQUIRED");
    }

    @ParameterizedTest
    @CsvSource({
        "DE89 3704 0044 0532 0130 00, DE",
        "de89370400440532013000, DE",
        "FR1420041010050500013M02606, FR",
        "FR1420041010050500013M02606, RE",
        "GB29NWBK60161331926819, JE",
        "XK051212012345678906, XK",
        "LY83002048000020100120361, LY"
    })
    void right_ibans_pass(String iban, String country) {
        assertThat(found(bank("EUR", country).ibanNumber(iban), IBAN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DE88370400440532013000, DE, INVALID_CHECKSUM",
        "DE8937040044053201300, DE, INVALID_FORMAT",
        "DE٨٩370400440532013000, DE, INVALID_FORMAT",
        "US89370400440532013000, US, INVALID_FORMAT",
        "LY84002048000020100120361, LY, INVALID_CHECKSUM",
        "LY8300204800002010012036, LY, INVALID_FORMAT",
        "DE89370400440532013000, FR, COUNTRY_MISMATCH"
    })
    void wrong_ibans_are_named(String iban, String country, String code) {
        assertThat(found(bank("EUR", country).ibanNumber(iban), IBAN)).containsExactly("bank.ibanNumber " + code);
    }

    @Test
    void an_account_number_may_be_the_iban() {
        assertThat(found(bank("EUR", "DE").accountNumber("DE89370400440532013000"), IBAN))
                .isEmpty();
        assertThat(found(bank("GBP", "GB").accountNumber("GB29NWBK60161331926819"), PLAIN))
                .isEmpty();
        assertThat(found(bank("EUR", "DE").accountNumber("DE88370400440532013000"), IBAN))
                .containsExactly("bank.accountNumber INVALID_CHECKSUM");
    }

    @Test
    void an_account_number_that_is_an_iban_is_the_one_beside_it() {
        var bank = bank("EUR", "DE").ibanNumber("DE89 3704 0044 0532 0130 00");
        assertThat(found(bank.accountNumber("de89-3704-0044-0532-0130-00"), IBAN))
                .isEmpty();
        assertThat(found(bank.accountNumber("0532013000"), IBAN)).isEmpty();
        assertThat(found(bank.accountNumber("DE02120300000000202051"), IBAN))
                .containsExactly("bank.accountNumber CONFLICT");
        var british = bank("GBP", "GB").accountNumber("GB29NWBK60161331926819");
        assertThat(found(british.ibanNumber("GB33BUKB20201555555555"), PLAIN))
                .containsExactly("bank.accountNumber CONFLICT");
    }

    @ParameterizedTest
    @CsvSource({
        "AUD, 12345, ",
        "AUD, 1234, INVALID_FORMAT",
        "GBP, 31926819, ",
        "GBP, 3192681, INVALID_FORMAT",
        "INR, 50100012345678, ",
        "INR, 5010001A, INVALID_FORMAT",
        "JPY, 0123456, ",
        "JPY, 123456, INVALID_FORMAT",
        "MXN, 032180000118359719, ",
        "MXN, 032180000118359718, INVALID_CHECKSUM",
        "MXN, 4242424242424242, ",
        "MXN, 4242424242424241, INVALID_CHECKSUM",
        "MXN, 5512345678, ",
        "MXN, 55123456789, INVALID_FORMAT",
        "NGN, 0000014578, ",
        "NGN, 000001457, INVALID_FORMAT",
        "SGD, 123-45678-9, ",
        "SGD, 123456, INVALID_FORMAT",
        "USD, 000123456789, ",
        "USD, 000123456789012345, INVALID_FORMAT",
        "VND, VCB 1234, ",
        "IDR, 123, INVALID_FORMAT",
        "IDR, 12345678901234567890123456789012345, INVALID_FORMAT",
        "IDR, 1234_5678, INVALID_FORMAT",
        "THB, ๑๒๓๔๕๖๗๘๙๐, INVALID_FORMAT"
    })
    void account_numbers_follow_the_standard_of_their_currency(String currency, String account, String code) {
        var expected = code == null ? List.<String>of() : List.of("bank.accountNumber " + code);
        assertThat(found(bank(currency, "US").accountNumber(account), PLAIN)).isEqualTo(expected);
    }

    @Test
    void a_nuban_is_checked_where_the_bank_is_known_by_its_three_digits() {
        var bank = bank("NGN", "NG").accountNumber("0000014579");
        assertThat(found(bank.paymentCode("011"), PLAIN)).isEmpty();
        assertThat(found(bank.paymentCode("058"), PLAIN)).containsExactly("bank.accountNumber INVALID_CHECKSUM");
        assertThat(found(bank.paymentCode("100004"), PLAIN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "021000021, ",
        "0210-0002-1, ",
        "021000022, INVALID_CHECKSUM",
        "02100002, INVALID_FORMAT",
        "131000000, INVALID_FORMAT",
        "000000000, INVALID_FORMAT"
    })
    void routing_numbers_are_checked_wherever_they_are_given(String routing, String code) {
        var account = "000123456789";
        var ach = bank("USD", "US").accountNumber(account).achNumber(routing);
        var wire = bank("EUR", "DE").fedwireNumber(routing);
        assertThat(found(ach, USA)).isEqualTo(code == null ? List.of() : List.of("bank.achNumber " + code));
        assertThat(found(wire, NOTHING)).isEqualTo(code == null ? List.of() : List.of("bank.fedwireNumber " + code));
    }

    @Test
    void an_ifsc_may_stand_in_either_field() {
        var bank = bank("INR", "IN").accountNumber("50100012345678");
        assertThat(found(bank.ifsc("HDFC0001234"), INDIA)).isEmpty();
        assertThat(found(bank.ifsc("").paymentCode("hdfc0001234"), INDIA)).isEmpty();
        assertThat(found(bank.ifsc("hdfc0001234").paymentCode("HDFC"), INDIA)).isEmpty();
        assertThat(found(bank.ifsc(null).paymentCode("HDFC"), INDIA)).containsExactly("bank.ifsc REQUIRED");
        assertThat(found(bank.paymentCode("HDFC1001234"), INDIA)).containsExactly("bank.paymentCode INVALID_FORMAT");
        assertThat(found(bank.ifsc("HDFC000123"), INDIA)).containsExactly("bank.ifsc INVALID_FORMAT");
    }

    @ParameterizedTest
    @CsvSource({
        "GBP, 20-00-00, 31926819, ",
        "GBP, 200000, 31926819, ",
        "GBP, 20000, 31926819, INVALID_FORMAT",
        "GBP, BARCLAYS, 31926819, ",
        "AUD, 062-000, 12345678, ",
        "AUD, 06200, 12345678, INVALID_FORMAT",
        "JPY, 0001, 0123456, ",
        "JPY, 00012, 0123456, INVALID_FORMAT",
        "IDR, 014, 1234567890, "
    })
    void payment_codes_of_digits_are_routing_codes(String currency, String payment, String account, String code) {
        var bank = bank(currency, "US").accountNumber(account).paymentCode(payment);
        assertThat(found(bank, PLAIN)).isEqualTo(code == null ? List.of() : List.of("bank.paymentCode " + code));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEUTDEFF", "deutdeff500", "CENAIDJA"})
    void right_bics_pass(String bic) {
        assertThat(found(bank("EUR", "DE").bankIdentifierCode(bic), NOTHING)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEUTZZFF", "DEUTDEF", "DEUTDEFF50", "DEUTDE!F", "1EUTDEFF"})
    void wrong_bics_are_refused(String bic) {
        assertThat(found(bank("EUR", "DE").bankIdentifierCode(bic), NOTHING))
                .containsExactly("bank.bankIdentifierCode INVALID_FORMAT");
    }

    @Test
    void every_iso_country_passes_in_any_case_and_no_other() {
        for (var country : Locale.getISOCountries()) {
            assertThat(found(bank("USD", country.toLowerCase(Locale.ROOT)), NOTHING))
                    .isEmpty();
        }
        assertThat(found(bank("USD", "UK"), NOTHING)).containsExactly("bank.country INVALID_VALUE");
        assertThat(found(bank("USD", "IDN"), NOTHING)).containsExactly("bank.country INVALID_VALUE");
    }

    @Test
    void texts_have_limits_and_no_control_characters() {
        var fits = "𝔸".repeat(BankRules.NAME_LENGTH_MAX);
        assertThat(found(bank("USD", "US").accountName(fits), NOTHING)).isEmpty();
        assertThat(found(bank("USD", "US").accountName(fits + "x"), NOTHING))
                .containsExactly("bank.accountName TOO_LONG");
        assertThat(found(bank("USD", "US").address("a\u0000b").city("\ud800"), NOTHING))
                .containsExactly("bank.address INVALID_FORMAT", "bank.city INVALID_FORMAT");
    }

    @Test
    void a_sandbox_may_spare_its_own_numbers_the_standard_but_not_the_shape() {
        var sandbox = BankRules.sparing(account -> account.startsWith("99990000"));
        var pound = bank("GBP", "GB");
        assertThat(sandbox.check(pound.accountNumber("9999-0000-01").build(), PLAIN))
                .isEmpty();
        assertThat(sandbox.check(pound.accountNumber("1234567890").build(), PLAIN))
                .hasSize(1);
        assertThat(sandbox.check(pound.accountNumber("99990000_1").build(), PLAIN))
                .hasSize(1);
    }

    @Test
    void normalised_details_are_compact_and_twice_is_once() {
        var once = bank("gbp", "gb")
                .accountName("  Budi Santoso ")
                .accountNumber(" 3192–6819\u00a0")
                .paymentCode("20-00-00")
                .ifsc("")
                .build()
                .normalised();
        assertThat(once)
                .isEqualTo(bank("GBP", "GB")
                        .accountNumber("31926819")
                        .paymentCode("200000")
                        .build());
        assertThat(once.normalised()).isEqualTo(once);
        assertThat(once.toBuilder().build()).isEqualTo(once);
    }
}
