package dev.sluice.dashboard;

import dev.sluice.page.Texts;
import java.util.Optional;

/// The tokens that there are, for the names that people know them by.
@FunctionalInterface
public interface Tokens {
    /// A token as people know it: `USDC` on `Polygon`.
    record Name(String symbol, String network) {}

    /// The name of a token; nothing where the code is of no token.
    Optional<Name> find(String code);

    /// A token's symbol and network, such as `USDC on Polygon`; any other code as it is.
    ///
    /// @param frame the words around pages
    default String unit(String code, Texts frame) {
        return find(code)
                .map(token -> frame.get("tokenOn", token.symbol(), token.network()))
                .orElse(code);
    }
}
