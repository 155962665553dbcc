package dev.sluice.deposit.create;

import dev.sluice.deposit.Pricing.Priced;
import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import dev.sluice.reference.Pair;
import dev.sluice.reference.References;
import java.util.Optional;
import java.util.UUID;

/// Largest amount of a token per exchange, for everybody or for one organization; it applies to an exchanged deposit
/// as it does to a conversion. The least amount of a conversion does not apply here, since the method or the token has
/// its own.
record ExchangeLimits(References references) {

    /// Returns the exceeded limit in words, if there is one.
    Optional<String> exceeded(UUID organizationId, Priced priced) {
        return isWithin(organizationId, priced)
                ? Optional.empty()
                : pair(organizationId, priced)
                        .map(pair -> "comes to %s, which must be %s %s at most to be exchanged"
                                .formatted(tokens(priced), pair.max().toPlainString(), pair.symbol()));
    }

    boolean isWithin(UUID organizationId, Priced priced) {
        return pair(organizationId, priced)
                .map(pair -> tokens(priced).decimal().compareTo(pair.max()) <= 0)
                .orElse(true);
    }

    private Optional<Pair> pair(UUID organizationId, Priced priced) {
        if (!priced.isConverted()) {
            return Optional.empty();
        }
        var tokens = tokens(priced);
        var other = isToken(priced.input()) ? priced.output() : priced.input();
        return references
                .token(tokens.asset().code())
                .flatMap(token -> references.pair(token.symbol(), other.asset().code()))
                .map(pair -> references.withTerms(organizationId, pair));
    }

    private static Money tokens(Priced priced) {
        return isToken(priced.input()) ? priced.input() : priced.output();
    }

    private static boolean isToken(Money money) {
        return money.asset().kind() == Asset.Kind.CRYPTO;
    }
}
