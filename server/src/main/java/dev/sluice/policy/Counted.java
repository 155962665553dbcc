package dev.sluice.policy;

import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Usage by one payout: rules count its creation, and a daily limit counts its release.
///
/// @param proposal the payout as rules count it; null if they have counted it before
/// @param leaves true if it needs no approval
record Counted(
        UUID organizationId,
        Money amount,
        Instant at,
        @Nullable Proposal proposal,
        boolean leaves) {
    /// Placeholder for the maker of an approved payout, which rules have already counted.
    private static final String APPROVED = "APPROVED";

    static Counted create(Proposal proposal, boolean leaves) {
        return new Counted(proposal.organizationId(), proposal.amount(), proposal.at(), proposal, leaves);
    }

    static Counted approved(UUID organizationId, Money amount, Instant at) {
        return new Counted(organizationId, amount, at, null, true);
    }

    String maker() {
        return proposal == null ? APPROVED : proposal.maker().name();
    }

    int payouts() {
        return proposal == null ? 0 : 1;
    }

    BigDecimal create() {
        return proposal == null ? BigDecimal.ZERO : amount.decimal();
    }

    BigDecimal released() {
        return leaves ? amount.decimal() : BigDecimal.ZERO;
    }
}
