package dev.sluice.rail;

import org.jspecify.annotations.Nullable;

/// The account into which a rail collects for us at a bank: its holder's name and address, its number, and the codes
/// that a payer's bank asks for beside it. `primary` is the country's routing code (ABA number, sort code, BSB, IFSC,
/// branch); `ach` and `wire` are the two that the United States tell apart.
public record CollectionAccount(String name, String number, String address, Routing routing) {
    /// Routing codes, of those that the country has.
    public record Routing(
            @Nullable String primary,
            @Nullable String ach,
            @Nullable String wire) {
        public static final Routing NONE = new Routing(null, null, null);
    }
}
