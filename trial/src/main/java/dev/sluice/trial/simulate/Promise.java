package dev.sluice.trial.simulate;

import dev.sluice.merchant.Organization;
import java.math.BigDecimal;
import java.time.Instant;

/// A quote as the program understands it that was given it: this price, for this amount, until then, once.
///
/// @param sells whether a token is given, and not asked for
record Promise(String id, Organization who, boolean sells, BigDecimal amount, BigDecimal price, Instant until) {}
