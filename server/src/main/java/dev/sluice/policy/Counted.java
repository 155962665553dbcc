package dev.sluice.policy;

import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What counts of a payout: for rules that it is made, for a daily limit that it may leave.
///
/// @param proposal as rules count it; nothing where they have counted it before
/// @param leaves whether nobody has to approve it first
record Counted(
        UUID organizationId,
        Money amount,
        Instant at,
        @Nullable Proposal proposal,
        boolean leaves) {
    /// Stands for the maker of what was approved, whom rules have counted.
    private static final String APPROVED = "APPROVED";

    static Counted made(Proposal proposal, boolean leaves) {
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

    BigDecimal made() {
        return proposal == null ? BigDecimal.ZERO : amount.decimal();
    }

    BigDecimal released() {
        return leaves ? amount.decimal() : BigDecimal.ZERO;
    }
}
