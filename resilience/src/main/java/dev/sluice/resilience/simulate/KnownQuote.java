package dev.sluice.resilience.simulate;

import dev.sluice.merchant.Organization;
import java.math.BigDecimal;
import java.time.Instant;

/// A quote as a program knows it: a price for an amount, valid once until its expiry.
///
/// @param sells true if the token is the input
record KnownQuote(
        String id, Organization organization, boolean sells, BigDecimal amount, BigDecimal price, Instant until) {}
