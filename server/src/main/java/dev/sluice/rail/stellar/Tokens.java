package dev.sluice.rail.stellar;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The tokens that the rail moves, the network's own coin among them.
record Tokens(List<StellarToken> all) {
    Tokens {
        all = List.copyOf(all);
        if (all.stream().filter(StellarToken::isCoin).count() != 1) {
            throw new IllegalArgumentException("one token is the network's own coin, not more and not fewer");
        }
    }

    StellarToken coin() {
        return all.stream().filter(StellarToken::isCoin).findFirst().orElseThrow();
    }

    Optional<StellarToken> find(String id) {
        return all.stream().filter(token -> token.asset().code().equals(id)).findFirst();
    }

    /// The token that the network calls so.
    Optional<StellarToken> find(@Nullable String code, @Nullable String issuer) {
        return all.stream()
                .filter(token -> code == null ? token.isCoin() : token.is(code, issuer))
                .findFirst();
    }
}
