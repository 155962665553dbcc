package dev.sluice.notification;

import java.math.BigDecimal;

/// Formats amounts in one language: `15 USDT on Ethereum` for 15 `usdt-ethereum`.
@FunctionalInterface
public interface Sums {
    /// @param unit a currency, or a token's identifier
    String money(BigDecimal amount, String unit);
}
