package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An organization's own terms, which override the default terms.
///
/// @param fee overrides the default fee; null keeps the default
/// @param max overrides the maximum amount of a payout, deposit or conversion, in major units; null keeps the default
public record Agreement(
        Scope scope, @Nullable FeeSchedule fee, @Nullable BigDecimal max) {
    public Agreement {
        if (fee == null && max == null) {
            throw new IllegalArgumentException("an agreement departs from something");
        }
    }

    /// Kind of transaction that the terms apply to.
    public enum Kind {
        PAYOUT,
        DEPOSIT,
        CONVERSION
    }

    /// Scope of an override.
    ///
    /// @param asset a currency's code or a token's id; for a conversion, the token's symbol
    /// @param method the code of one of the currency's methods; empty for all of them, and for a token; for a
    ///     conversion, the currency
    public record Scope(UUID organizationId, Kind kind, String asset, String method) {
        /// Returns the scope of a pair's conversion.
        public static Scope of(UUID organizationId, Pair pair) {
            return new Scope(organizationId, Kind.CONVERSION, pair.symbol(), pair.currency());
        }

        Scope ofAll() {
            return new Scope(organizationId, kind, asset, "");
        }
    }

    /// Applies the override to a conversion's default terms.
    Pair over(Pair standard) {
        return new Pair(
                standard.symbol(),
                standard.currency(),
                fee == null ? standard.fee() : fee,
                standard.min(),
                max == null ? standard.max() : max.max(standard.min()));
    }

    /// Applies the override to default terms. A maximum below the default minimum is raised to that minimum.
    Terms over(Terms standard) {
        var asset = standard.min().asset();
        var most = max == null ? standard.max() : Money.exactly(max, asset);
        return new Terms(
                standard.min(),
                most.compareTo(standard.min()) < 0 ? standard.min() : most,
                fee == null ? standard.fee() : fee);
    }
}
