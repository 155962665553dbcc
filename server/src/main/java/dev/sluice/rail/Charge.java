package dev.sluice.rail;

import dev.sluice.money.Money;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/// Cost of a rail that the platform bears: a chain's fee for a transaction without a payout, such as a sweep of incoming
/// funds to the treasury, or a bank's charge or interest.
///
/// @param key the rail's own id of it: a charge reported twice is stored once
/// @param amount negative if the bank paid it, as interest, or took an earlier charge back
public record Charge(UUID id, String rail, String key, Kind kind, Money amount, Instant at) {
    public Charge {
        if (amount.isZero() || (kind == Kind.GAS && amount.isNegative())) {
            throw new IllegalArgumentException("no charge: " + kind + " " + amount);
        }
    }

    /// Cause of a charge.
    public enum Kind {
        /// Fee of a chain, in its own coin.
        GAS,
        /// Charge of a bank.
        CHARGE,
        /// Interest of a bank.
        INTEREST;

        static Kind of(String stored) {
            return valueOf(stored.toUpperCase(Locale.ROOT));
        }

        String stored() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
