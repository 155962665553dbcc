package dev.sluice.dashboard;

import java.util.Optional;

/// The tokens that there are, for the names that people know them by.
@FunctionalInterface
public interface Tokens {
    /// A token as people know it: `USDC` on `Polygon`.
    record Name(String symbol, String network) {}

    /// The name of a token; nothing where the code is of no token.
    Optional<Name> find(String code);
}
