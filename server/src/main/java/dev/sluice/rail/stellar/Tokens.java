package dev.sluice.rail.stellar;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The tokens that the rail moves, the network's own coin among them, also those that were switched off: payments in
/// them may be on their way. They are asked for each time, since operators change them. Where the network calls two the
/// same, the first is meant.
record Tokens(Supplier<List<StellarToken>> source) {
    Tokens {
        if (source.get().stream().noneMatch(StellarToken::isCoin)) {
            throw new IllegalArgumentException("there is no token that is Stellar's own coin");
        }
    }

    List<StellarToken> all() {
        return source.get();
    }

    StellarToken coin() {
        return all().stream().filter(StellarToken::isCoin).findFirst().orElseThrow();
    }

    Optional<StellarToken> find(String id) {
        return all().stream().filter(token -> token.asset().code().equals(id)).findFirst();
    }

    /// Whether there is new business in a token.
    boolean offers(String id) {
        return find(id).filter(StellarToken::offered).isPresent();
    }

    /// The token that the network calls so.
    Optional<StellarToken> find(@Nullable String code, @Nullable String issuer) {
        return all().stream()
                .filter(token -> code == null ? token.isCoin() : token.is(code, issuer))
                .findFirst();
    }
}
