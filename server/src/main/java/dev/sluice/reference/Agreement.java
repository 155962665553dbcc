package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Terms on which an organization departs from those of everybody.
///
/// @param fee instead of everybody's; none where that is not departed from
/// @param max that it may pay, be paid or convert at once, in major units; none where that is not departed from
public record Agreement(
        Scope scope, @Nullable FeeSchedule fee, @Nullable BigDecimal max) {
    public Agreement {
        if (fee == null && max == null) {
            throw new IllegalArgumentException("an agreement departs from something");
        }
    }

    /// Which way money goes.
    public enum Kind {
        PAYOUT,
        DEPOSIT,
        CONVERSION
    }

    /// What it is about.
    ///
    /// @param asset a currency's code or a token's id; of a conversion, the token's symbol
    /// @param method the code of one of the currency's methods; empty for all of them, and for a token; of a
    ///     conversion, the currency
    public record Scope(UUID organizationId, Kind kind, String asset, String method) {
        /// The conversion of a pair.
        public static Scope of(UUID organizationId, Pair pair) {
            return new Scope(organizationId, Kind.CONVERSION, pair.symbol(), pair.currency());
        }

        Scope ofAll() {
            return new Scope(organizationId, kind, asset, "");
        }
    }

    /// A conversion as this organization has it.
    Pair over(Pair standard) {
        return new Pair(
                standard.symbol(),
                standard.currency(),
                fee == null ? standard.fee() : fee,
                standard.min(),
                max == null ? standard.max() : max.max(standard.min()));
    }

    /// The terms of everybody as this organization has them. A limit below the least amount leaves that amount alone.
    Terms over(Terms standard) {
        var asset = standard.min().asset();
        var most = max == null ? standard.max() : Money.exactly(max, asset);
        return new Terms(
                standard.min(),
                most.compareTo(standard.min()) < 0 ? standard.min() : most,
                fee == null ? standard.fee() : fee);
    }
}
