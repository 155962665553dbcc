package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the simulated payer does otherwise than paying in full, at once.
public record DepositPay(
        @Nullable BigDecimal amount,
        @Nullable Duration delay,
        @Nullable Boolean duplicate) {
    /// In full, at once.
    public static DepositPay inFull() {
        return new DepositPay(null, null, null);
    }

    public DepositPay withAmount(BigDecimal amount) {
        return new DepositPay(amount, delay, duplicate);
    }

    public DepositPay withDelay(Duration delay) {
        return new DepositPay(amount, delay, duplicate);
    }

    /// The bank tells of the one payment twice.
    public DepositPay twice() {
        return new DepositPay(amount, delay, true);
    }
}
