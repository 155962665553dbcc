package dev.sluice.client.model;

import java.math.BigDecimal;

/// What the organization has of one currency or token. `available` can be spent, `held` is on its way out.
public record Balance(String currency, String assetType, BigDecimal available, BigDecimal held, BigDecimal total) {}
