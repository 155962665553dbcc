package dev.sluice.reference;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A price of the table.
///
/// @param setAt time of an operator's edit; null for a sample of the data files
public record TablePrice(BigDecimal price, @Nullable Instant setAt) {}
