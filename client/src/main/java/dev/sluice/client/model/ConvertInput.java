package dev.sluice.client.model;

import java.math.BigDecimal;

/// What is given in a conversion.
public record ConvertInput(String currency, String type, BigDecimal amount) {}
