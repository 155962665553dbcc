package dev.sluice.rail;

import dev.sluice.money.Asset;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Gauge of a hot wallet's spendable balance of a token, in whole tokens to six decimals; NaN until a node of the
/// network has returned it once.
public final class HotBalance {
    public static final String NAME = "sluice.hot.wallet.balance";

    private static final int DECIMALS = 6;

    private final int exponent;
    private final AtomicReference<@Nullable BigDecimal> tokens = new AtomicReference<>();

    public HotBalance(MeterRegistry meters, String network, Asset token) {
        this.exponent = token.exponent();
        Gauge.builder(NAME, tokens::get)
                .description("spendable balance of the hot wallet, in whole tokens")
                .tag("network", network)
                .tag("token", token.code())
                .strongReference(true)
                .register(meters);
    }

    /// Sets the balance from a node of the network, rounded down.
    public void set(BigInteger units) {
        tokens.set(new BigDecimal(units, exponent).setScale(DECIMALS, RoundingMode.DOWN));
    }
}
