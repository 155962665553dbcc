package dev.sluice.reference;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A price of the table.
///
/// @param setAt when an operator set it; null for a sample of the data files
public record TablePrice(BigDecimal price, @Nullable Instant setAt) {}
