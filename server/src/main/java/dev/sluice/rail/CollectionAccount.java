package dev.sluice.rail;

import org.jspecify.annotations.Nullable;

/// Our collection account at a bank, through a rail: its holder's name and address, its number, and the routing codes
/// that a payer's bank requires.
///
/// @param bic BIC of the bank, if the rail knows it
public record CollectionAccount(
        String name,
        String number,
        String address,
        RoutingNumbers routing,
        @Nullable String bic) {
    public CollectionAccount(String name, String number, String address, RoutingNumbers routing) {
        this(name, number, address, routing, null);
    }
}
