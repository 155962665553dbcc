package dev.sluice.client.model;

import java.math.BigDecimal;
import java.time.Instant;

/// A payment that the simulated payer makes.
public record DepositPaid(String paymentId, String depositId, BigDecimal amount, String currency, Instant arrivesAt) {}
