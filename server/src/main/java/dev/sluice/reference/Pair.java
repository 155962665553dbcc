package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import java.math.BigDecimal;

/// A conversion on offer, from a token's symbol to a fiat currency. The fee is taken from the converted amount, in the
/// fiat currency; the limits are in the token, included.
public record Pair(String symbol, String currency, FeeSchedule fee, BigDecimal min, BigDecimal max) {}
