package dev.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.stellar.sdk.StrKey;

/// Keys of Stellar's accounts against the vectors of their standards.
class StellarSeedTest {
    private static final HexFormat HEX = HexFormat.of();

    /// The first three tests of RFC 8032, section 7.1.
    @ParameterizedTest
    @CsvSource({
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
                + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
                + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
                + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
                + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7,"
                + "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025,af82,"
                + "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    })
    void a_key_signs_as_the_standard_says(String secret, String account, String message, String signature) {
        var seed = StellarSeed.of(HEX.parseHex(secret));
        assertThat(seed.account()).isEqualTo(StrKey.encodeEd25519PublicKey(HEX.parseHex(account)));
        assertThat(HEX.formatHex(seed.hint())).isEqualTo(account.substring(56));
        assertThat(HEX.formatHex(seed.sign(HEX.parseHex(message)))).isEqualTo(signature);
    }

    /// The pair as the SDK itself makes it.
    @Test
    void a_seed_that_is_written_has_its_account() {
        assertThat(StellarSeed.parse("SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN")
                        .account())
                .isEqualTo("GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMM",
                "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6",
                "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ"
            })
    void what_is_no_seed_is_refused(String text) {
        assertThatThrownBy(() -> StellarSeed.parse(text)).isInstanceOf(RuntimeException.class);
    }

    /// The library verifies signatures that are none (CVE-2020-36843).
    @Test
    void the_library_that_the_sdk_signs_with_is_not_there() {
        assertThatThrownBy(() -> Class.forName("net.i2p.crypto.eddsa.EdDSAEngine"))
                .isInstanceOf(ClassNotFoundException.class);
    }
}
