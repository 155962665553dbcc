package dev.sluice.rail.sandbox.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.Wallet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Recognition of magic wallets, and its documentation.
class MagicWalletTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "sandbox.md");

    @ParameterizedTest
    @EnumSource
    void a_magic_wallet_is_recognized_by_its_address_or_its_memo(MagicWallet magic) {
        assertThat(evm(magic.address())).isEqualTo(magic);
        assertThat(stellar(SandboxTestChain.ACCOUNT, magic.memo())).isEqualTo(magic);
    }

    @ParameterizedTest
    @EnumSource
    void a_magic_address_is_a_valid_one_as_it_is_written(MagicWallet magic) {
        assertThat(EvmAddress.parse(magic.address())).contains(magic.address());
    }

    @Test
    void numbers_belong_to_one_wallet_each() {
        assertThat(Arrays.stream(MagicWallet.values()).map(MagicWallet::number)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x0000000000000000000000000000000000999099",
                "0x0000000000000000000000000000000000999000",
                "0x1000000000000000000000000000000000999001",
                "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
            })
    void any_other_address_is_ordinary(String address) {
        assertThat(evm(address)).isEqualTo(MagicWallet.ORDINARY);
    }

    @ParameterizedTest
    @CsvSource({"999099", "99900", "9990011", "hello 999001", "0999001", "''"})
    void any_other_memo_is_ordinary(String memo) {
        assertThat(stellar(SandboxTestChain.ACCOUNT, memo)).isEqualTo(MagicWallet.ORDINARY);
    }

    @Test
    void a_memo_is_magic_on_stellar_alone_and_may_be_missing() {
        var wallet = new Wallet("polygon", SandboxTestChain.ADDRESS, MagicWallet.SLOW.memo());
        assertThat(MagicWallet.of(SandboxTestChain.POLYGON, wallet)).isEqualTo(MagicWallet.ORDINARY);
        var plain = new Wallet("stellar", SandboxTestChain.ACCOUNT, null);
        assertThat(MagicWallet.of(SandboxTestChain.STELLAR, plain)).isEqualTo(MagicWallet.ORDINARY);
    }

    @Test
    void payouts_come_from_an_address_that_is_valid_and_stays() {
        for (var network : SandboxTestChain.NETWORKS) {
            var sender = network.sender();
            assertThat(
                            switch (network.family()) {
                                case EVM -> EvmAddress.parse(sender);
                                case STELLAR -> StellarAddress.parse(sender).map(StellarAddress::account);
                            })
                    .contains(sender);
        }
        assertThat(SandboxTestChain.POLYGON.sender()).isEqualTo(SandboxTestChain.BASE.sender());
    }

    @ParameterizedTest
    @EnumSource
    void the_documentation_has_a_row_for_every_wallet(MagicWallet magic) throws IOException {
        if (magic != MagicWallet.ORDINARY) {
            assertThat(Files.readString(DOCUMENT))
                    .contains("| `%s` | `%s` | `%s` |".formatted(magic.address(), magic.memo(), magic.name()));
        }
    }

    @Test
    void the_documentation_names_no_wallet_that_is_not_in_the_table() throws IOException {
        var known =
                Arrays.stream(MagicWallet.values()).map(MagicWallet::address).toList();
        var named = Pattern.compile("`(0x0{34}9990[0-9]{2})`").matcher(Files.readString(DOCUMENT));
        assertThat(named.results().map(each -> each.group(1))).isNotEmpty().isSubsetOf(known);
    }

    @Test
    void the_documentation_names_the_senders_and_every_arrival() throws IOException {
        var text = Files.readString(DOCUMENT);
        assertThat(text)
                .contains("`" + SandboxTestChain.POLYGON.sender() + "`")
                .contains("`" + SandboxTestChain.STELLAR.sender() + "`");
        assertThat(Arrays.stream(Arrival.values()))
                .allSatisfy(arrival -> assertThat(text).contains("| `" + arrival + "` |"));
    }

    private static MagicWallet evm(String address) {
        return MagicWallet.of(SandboxTestChain.POLYGON, new Wallet("polygon", address, null));
    }

    private static MagicWallet stellar(String address, String memo) {
        return MagicWallet.of(SandboxTestChain.STELLAR, new Wallet("stellar", address, memo));
    }
}
