package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Deviations of the simulated payer from a full payment at once.
public record DepositPay(
        @Nullable BigDecimal amount,
        @Nullable Duration delay,
        @Nullable Boolean duplicate,
        @Nullable Boolean vanish,
        @Nullable Boolean reappear) {
    /// Returns a full payment at once.
    public static DepositPay inFull() {
        return new DepositPay(null, null, null, null, null);
    }

    public DepositPay withAmount(BigDecimal amount) {
        return new DepositPay(amount, delay, duplicate, vanish, reappear);
    }

    public DepositPay withDelay(Duration delay) {
        return new DepositPay(amount, delay, duplicate, vanish, reappear);
    }

    /// Makes the bank report the payment twice.
    public DepositPay twice() {
        return new DepositPay(amount, delay, true, vanish, reappear);
    }

    /// The network takes the payment back after it was credited.
    public DepositPay thenVanishing() {
        return new DepositPay(amount, delay, duplicate, true, reappear);
    }

    /// Makes the network take the payment back and have it again.
    public DepositPay thenReappearing() {
        return new DepositPay(amount, delay, duplicate, true, true);
    }
}
