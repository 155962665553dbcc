package dev.sluice.rail.sandbox.chain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.rail.Destination;
import dev.sluice.rail.EvmAddress;
import dev.sluice.rail.PayinRail;
import dev.sluice.rail.StellarAddress;
import dev.sluice.rail.Wallet;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Objects;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/// The wallets for deposits.
class SandboxChainPayinTest {
    private static final BigInteger MEMO_MAX = BigInteger.TWO.pow(63);

    private final PayinRail rail = new SandboxChainPayin(SandboxTestChain.NETWORKS);

    @Property
    void a_deposit_on_an_evm_network_has_a_valid_address_of_its_own(@ForAll long high, @ForAll long low) {
        var id = new UUID(high, low);
        var wallet = wallet("usdc-polygon", "polygon", id);
        assertThat(EvmAddress.parse(wallet.address())).contains(wallet.address());
        assertThat(wallet.memo()).isNull();
        assertThat(wallet("usdc-polygon", "polygon", id)).as("asked again").isEqualTo(wallet);
        assertThat(wallet("usdc-base", "base", id).address())
                .as("on another network")
                .isEqualTo(wallet.address());
        assertThat(wallet("usdc-polygon", "polygon", new UUID(high, low + 1)).address())
                .as("of the next deposit")
                .isNotEqualTo(wallet.address());
    }

    @Property
    void a_deposit_on_stellar_has_a_memo_of_its_own_at_one_account(@ForAll long high, @ForAll long low) {
        var wallet = wallet("usdc-stellar", "stellar", new UUID(high, low));
        var memo = new BigInteger(Objects.requireNonNull(wallet.memo()));
        assertThat(memo).isBetween(BigInteger.ZERO, MEMO_MAX.subtract(BigInteger.ONE));
        assertThat(memo).hasToString(wallet.memo());
        assertThat(StellarAddress.parse(wallet.address()).map(StellarAddress::account))
                .contains(wallet.address());
        assertThat(wallet("usdc-stellar", "stellar", new UUID(high, low))).isEqualTo(wallet);
        var next = wallet("xlm-stellar", "stellar", new UUID(high, low + 1));
        assertThat(next.address()).isEqualTo(wallet.address());
        assertThat(next.memo()).isNotEqualTo(wallet.memo());
    }

    @Test
    void deposits_made_one_after_the_other_share_nothing() {
        var numbers = new HashSet<String>();
        for (int i = 0; i < 10_000; i++) {
            var id = new UUID(0x01993f8000007000L, 0x8000000000000000L + i);
            numbers.add(wallet("usdc-polygon", "polygon", id).address());
            numbers.add(
                    Objects.requireNonNull(wallet("usdc-stellar", "stellar", id).memo()));
        }
        assertThat(numbers).hasSize(20_000);
    }

    @Test
    void deposits_are_not_paid_to_the_wallet_that_payouts_come_from() {
        assertThat(wallet("usdc-stellar", "stellar", new UUID(1, 2)).address())
                .isNotEqualTo(SandboxTestChain.STELLAR.sender());
    }

    @Test
    void it_takes_no_token_of_another_network_and_nothing_but_tokens() {
        var id = new UUID(1, 2);
        assertThat(rail.wallet("usdc-ethereum", "ethereum", id)).isEmpty();
        assertThat(rail.wallet("usdc-polygon", "base", id)).isEmpty();
        assertThat(rail.account("IDR", "014")).isEmpty();
        assertThat(rail.qrPayee("IDR", "QRIS")).isEmpty();
        assertThat(rail.wallet(new Destination("IDR", "OVO", "1"))).isEmpty();
        assertThat(rail.name()).isEqualTo("sandbox-chain");
    }

    private Wallet wallet(String token, String network, UUID depositId) {
        return rail.wallet(token, network, depositId).orElseThrow();
    }
}
