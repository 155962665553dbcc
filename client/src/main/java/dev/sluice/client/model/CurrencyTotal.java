package dev.sluice.client.model;

import java.math.BigDecimal;

/// Total in one currency.
public record CurrencyTotal(String currency, BigDecimal totalAmount) {}
