package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import java.math.BigDecimal;

/// An offered conversion from a token's symbol to a fiat currency. The fee is deducted from the converted amount, in
/// the fiat currency; the limits are in the token, inclusive.
public record Pair(String symbol, String currency, FeeSchedule fee, BigDecimal min, BigDecimal max) {}
