package dev.sluice.client.model;

import java.math.BigDecimal;

/// Input of a conversion.
public record ConvertInput(String currency, String type, BigDecimal amount) {}
