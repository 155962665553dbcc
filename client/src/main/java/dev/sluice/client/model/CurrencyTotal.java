package dev.sluice.client.model;

import java.math.BigDecimal;

/// A sum in one currency.
public record CurrencyTotal(String currency, BigDecimal totalAmount) {}
