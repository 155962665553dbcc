package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import java.util.Optional;

/// Display names of the known tokens.
@FunctionalInterface
public interface Tokens {
    /// Display name of a token: `USDC` on `Polygon`.
    record Name(String symbol, String network) {}

    /// Returns the name of a token; empty if the code is of no token.
    Optional<Name> find(String code);

    /// Returns a token's symbol and network, such as `USDC on Polygon`, or any other code unchanged.
    ///
    /// @param frame texts of the frame
    default String unit(String code, Texts frame) {
        return find(code)
                .map(token -> frame.get("tokenOn", token.symbol(), token.network()))
                .orElse(code);
    }
}
