package dev.sluice.disbursement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Wallets as passed to screening.
class ScreenedPayeeTest {
    /// The example of SEP-23.
    private static final String ACCOUNT = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

    private static final String MUXED = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";

    @Test
    void a_muxed_address_is_screened_with_the_account_behind_it() {
        assertThat(ScreenedPayee.wallet(MUXED).identifiers()).containsExactly(ACCOUNT, MUXED);
    }

    @Test
    void any_other_address_is_screened_as_it_is() {
        var evm = "0x52908400098527886E0F7030069857D2E4169EE7";
        assertThat(ScreenedPayee.wallet(ACCOUNT).identifiers()).containsExactly(ACCOUNT);
        assertThat(ScreenedPayee.wallet(evm).identifiers()).containsExactly(evm);
    }
}
