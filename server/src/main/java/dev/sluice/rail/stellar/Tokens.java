package dev.sluice.rail.stellar;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The tokens that the rail transfers, including the native coin and disabled tokens, which pending payments may use.
/// They are requested for each use, because operators change them. If two tokens have the same name on the network,
/// the first one is used.
public record Tokens(Supplier<List<StellarToken>> source) {
    public Tokens {
        if (source.get().stream().noneMatch(StellarToken::isCoin)) {
            throw new IllegalArgumentException("there is no token that is Stellar's own coin");
        }
    }

    public List<StellarToken> all() {
        return source.get();
    }

    public StellarToken coin() {
        return all().stream().filter(StellarToken::isCoin).findFirst().orElseThrow();
    }

    public Optional<StellarToken> find(String id) {
        return all().stream().filter(token -> token.asset().code().equals(id)).findFirst();
    }

    /// Returns true if new payments in a token are accepted.
    public boolean offers(String id) {
        return find(id).filter(StellarToken::offered).isPresent();
    }

    /// Returns the token by its code and issuer on the network.
    public Optional<StellarToken> find(@Nullable String code, @Nullable String issuer) {
        return all().stream()
                .filter(token -> code == null ? token.isCoin() : token.is(code, issuer))
                .findFirst();
    }
}
