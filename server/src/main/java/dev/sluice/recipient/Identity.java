package dev.sluice.recipient;

import dev.sluice.rail.RoutingNumbers;

/// What two payees have in common that are the same; see [Recipients#identity].
///
/// @param routing tells two accounts of the same number apart, at two branches of a bank
public record Identity(String email, String currency, String bank, RoutingNumbers routing, String account) {
    /// Shows nothing: all of it is personal, and records end up in logs.
    @Override
    public String toString() {
        return "Identity";
    }
}
