package dev.sluice.rail.sandbox.bank;

import org.jspecify.annotations.Nullable;

/// The other side of a payment.
///
/// @param bank BIC, or a national code
public record Party(
        @Nullable String name,
        @Nullable String account,
        @Nullable String bank) {
    static final Party NONE = new Party(null, null, null);
}
