package dev.sluice.policy;

import dev.sluice.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payout before its creation, as rules see it.
///
/// @param wallet the wallet that receives tokens; null for a bank account
/// @param knownSince time when the recipient was saved or last changed; for a wallet, the time of listing
public record Proposal(
        UUID organizationId,
        Maker maker,
        Money amount,
        @Nullable Wallet wallet,
        @Nullable Instant knownSince,
        Instant at) {

    /// Returns a payout to a bank account.
    public static Proposal toAccount(
            UUID organizationId, Maker maker, Money amount, @Nullable Instant knownSince, Instant at) {
        return new Proposal(organizationId, maker, amount, null, knownSince, at);
    }

    public static Proposal toWallet(UUID organizationId, Maker maker, Money amount, Wallet wallet, Instant at) {
        return new Proposal(organizationId, maker, amount, wallet, null, at);
    }

    /// Returns the proposal with the time of listing.
    Proposal listed(Instant since) {
        return new Proposal(organizationId, maker, amount, wallet, since, at);
    }

    boolean isListed() {
        return wallet != null && knownSince != null;
    }

    boolean isNewerThan(Duration age) {
        return knownSince == null || knownSince.plus(age).isAfter(at);
    }
}
