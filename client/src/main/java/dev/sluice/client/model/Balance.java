package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// What the organization has of one currency or token. `available` can be spent, `held` is on its way out; `owed` is
/// there where a network took back a payment that was spent.
public record Balance(
        String currency,
        String assetType,
        BigDecimal available,
        BigDecimal held,
        BigDecimal total,
        @Nullable BigDecimal owed) {}
