package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Balance of one currency or token. `available` can be spent, and `held` is reserved for payouts. `owed` is present
/// if a network reversed a payment that was spent.
public record Balance(
        String currency,
        String assetType,
        BigDecimal available,
        BigDecimal held,
        BigDecimal total,
        @Nullable BigDecimal owed) {}
