package dev.sluice.rail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.money.Asset;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

/// The gauge of a hot wallet's balance.
class HotBalanceTest {
    private final MeterRegistry meters = new SimpleMeterRegistry();

    private double told(String token) {
        return meters.get(HotBalance.NAME).tag("token", token).gauge().value();
    }

    @Test
    void nothing_is_told_before_the_balance_is_known() {
        var balance = new HotBalance(meters, "polygon", Asset.crypto("usdc-polygon", 6));
        assertThat(told("usdc-polygon")).isNaN();
        balance.set(BigInteger.ZERO);
        assertThat(told("usdc-polygon")).isZero();
    }

    @Test
    void units_of_any_exponent_are_told_in_whole_tokens_rounded_down() {
        new HotBalance(meters, "polygon", Asset.crypto("usdc-polygon", 6)).set(BigInteger.valueOf(1_234_567));
        new HotBalance(meters, "ethereum", Asset.crypto("eth-ethereum", 18)).set(new BigInteger("2500000999999999999"));
        new HotBalance(meters, "bsc", Asset.crypto("points-bsc", 0)).set(BigInteger.valueOf(7));
        assertThat(told("usdc-polygon")).isEqualTo(1.234567);
        assertThat(told("eth-ethereum")).isEqualTo(2.5);
        assertThat(told("points-bsc")).isEqualTo(7);
    }
}
