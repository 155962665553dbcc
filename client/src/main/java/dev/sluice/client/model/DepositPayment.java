package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Money that came for a deposit.
public record DepositPayment(
        String paymentId,
        BigDecimal amount,
        String currency,
        String status,
        @Nullable PayerInfo payerInfo,
        @Nullable String note,
        Instant paidAt) {}
