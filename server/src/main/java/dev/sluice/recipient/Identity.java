package dev.sluice.recipient;

import dev.sluice.rail.RoutingNumbers;

/// Common data of two recipients that count as the same; see [Recipients#identity].
///
/// @param routing distinguishes two accounts of the same number at two branches of a bank
public record Identity(String email, String currency, String bank, RoutingNumbers routing, String account) {
    /// Contains nothing: all fields are personal data, and records end up in logs.
    @Override
    public String toString() {
        return "Identity";
    }
}
