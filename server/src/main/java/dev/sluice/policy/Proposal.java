package dev.sluice.policy;

import dev.sluice.money.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A payout before it is made, as far as rules look at it.
///
/// @param wallet who is paid in tokens; nothing where it is a bank account
/// @param knownSince since when the payee is stored as it is; a wallet is known since it is on the list
public record Proposal(
        UUID organizationId,
        Maker maker,
        Money amount,
        @Nullable Wallet wallet,
        @Nullable Instant knownSince,
        Instant at) {

    /// Somebody who is paid to a bank account.
    public static Proposal toAccount(
            UUID organizationId, Maker maker, Money amount, @Nullable Instant knownSince, Instant at) {
        return new Proposal(organizationId, maker, amount, null, knownSince, at);
    }

    public static Proposal toWallet(UUID organizationId, Maker maker, Money amount, Wallet wallet, Instant at) {
        return new Proposal(organizationId, maker, amount, wallet, null, at);
    }

    /// The same once the list was looked through.
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
