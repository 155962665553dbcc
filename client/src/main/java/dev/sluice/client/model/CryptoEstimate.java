package dev.sluice.client.model;

import java.math.BigDecimal;

/// Cost of a payout of tokens.
public record CryptoEstimate(String token, BigDecimal amount, BigDecimal fee) {}
