package dev.sluice.chain;

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
}
