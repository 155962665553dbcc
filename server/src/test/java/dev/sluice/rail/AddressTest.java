package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Addresses against the examples that their standards publish.
class AddressTest {
    private static final String ACCOUNT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    private static final String MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";

    /// The test cases of EIP-55.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
                "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
                "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
                "0x52908400098527886E0F7030069857D2E4169EE7",
                "0xde709f2102306220921060314715629080e2fb77"
            })
    void an_address_of_the_standard_is_one(String text) {
        var written = EvmAddress.parse(text);
        assertThat(written).isPresent();
        assertThat(EvmAddress.parse(text.toLowerCase(Locale.ROOT))).isEqualTo(written);
        assertThat(EvmAddress.parse("0x" + text.substring(2).toUpperCase(Locale.ROOT)))
                .isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0x",
                "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg",
                " 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                "0x0000000000000000000000000000000000000000",
                "0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"
            })
    void anything_else_is_none(String text) {
        assertThat(EvmAddress.parse(text)).isEmpty();
    }

    @Test
    void an_account_of_stellar_is_one() {
        assertThat(StellarAddress.parse(ACCOUNT)).hasValue(new StellarAddress(ACCOUNT, ACCOUNT, null));
    }

    /// The example of SEP-23.
    @Test
    void a_muxed_account_says_who_is_meant() {
        assertThat(StellarAddress.parse(MUXED)).hasValue(new StellarAddress(MUXED, ACCOUNT, BigInteger.ZERO));
        var largest = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK";
        assertThat(StellarAddress.parse(largest))
                .hasValue(new StellarAddress(largest, ACCOUNT, new BigInteger("9223372036854775808")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA",
                "ga7qynf7sowq3glr2bgmzehxavirza4kvwltjjfc7mgxua74p7ujvsgz",
                "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHXL7",
                "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA",
                "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR"
            })
    void nothing_else_can_be_paid_on_stellar(String text) {
        assertThat(StellarAddress.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x000000000000000000000000000000000000dEaD",
                "0x000000000000000000000000000000000000DEAD",
                "0x0000000000000000000000000000000000000001",
                "0x0000000000000000000000000000000000000011",
                "0x0000000000000000000000000000000000000064",
                "0x0000000000000000000000000000000000000100",
                "0x0000000000000000000000000000000000001010",
                "0x4200000000000000000000000000000000000006",
                "0x420000000000000000000000000000000000000F",
                "0xC0D3C0d3C0d3C0D3c0d3C0d3c0D3C0d3c0d30006",
                "0xdEAD000000000000000042069420694206942069",
                "0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001",
                "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
                "0xffffffffffffffffffffffffffffffffffffffff",
                "0xfffffffffffffffffffffffffffffffffffffffe"
            })
    void an_address_without_a_key_is_known_in_any_case(String text) {
        assertThat(EvmAddress.isUnowned(text)).isTrue();
        assertThat(EvmAddress.parse(text.toLowerCase(Locale.ROOT)).filter(EvmAddress::isUnowned))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
                "0x0000000000000000000000000000000000999034",
                "0x1111111111111111111111111111111111111111",
                "0x1234567890123456789012345678901234567890",
                "0x4200000000000000000000000000000000010006",
                "0xdead9034a1b2c3d4e5f60718293a4b5c6d7e8f90"
            })
    void an_address_that_may_have_a_key_is_not_called_unowned(String text) {
        assertThat(EvmAddress.isUnowned(text)).isFalse();
    }

    @Test
    void the_account_of_zeros_is_nobodys() {
        var zeros = "GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF";
        assertThat(StellarAddress.parse(zeros).filter(StellarAddress::isUnowned))
                .isPresent();
        assertThat(StellarAddress.parse(ACCOUNT).filter(StellarAddress::isUnowned))
                .isEmpty();
    }
}
