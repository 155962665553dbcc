package dev.sluice.policy;

import dev.sluice.policy.Condition.Used;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What an organization does not want of a payout, and what becomes of one that is so nevertheless.
///
/// @param asset the currency or token that it is about; all of them where there is none
/// @param maker whose payouts it is about, and counts; everybody's where there is none
public record Rule(
        UUID id,
        Condition condition,
        Effect effect,
        @Nullable String asset,
        @Nullable Maker maker) {
    /// No rule looks further back.
    public static final Duration WINDOW_MAX = Duration.ofDays(31);

    /// What becomes of a payout that a rule objects to.
    public enum Effect {
        /// It waits until somebody else approves it.
        APPROVE,
        REFUSE
    }

    /// Reports whether it objects to every payout to which another rule objects, and refuses where that one does.
    public boolean isAsStrictAs(Rule other) {
        return (effect == Effect.REFUSE || other.effect == Effect.APPROVE)
                && (asset == null ? other.condition.most().isEmpty() || other.asset == null : asset.equals(other.asset))
                && (maker == null || maker == other.maker)
                && condition.isAsStrictAs(other.condition);
    }

    boolean concerns(Proposal proposal) {
        return (asset == null || asset.equals(proposal.amount().asset().code()))
                && (maker == null || maker == proposal.maker());
    }

    /// What it objects to in a payout that it concerns, in words that follow the payout's name.
    Optional<String> objection(Proposal proposal, Used used) {
        return concerns(proposal) ? condition.objection(proposal, used) : Optional.empty();
    }
}
