package dev.sluice.policy;

import dev.sluice.policy.Condition.Used;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Payout rule: a condition and its action.
///
/// @param asset currency or token of the payouts; null for all
/// @param maker creator of the payouts; null for all
public record Rule(
        UUID id,
        Condition condition,
        Effect effect,
        @Nullable String asset,
        @Nullable Maker maker) {
    /// Longest period of a rule.
    public static final Duration WINDOW_MAX = Duration.ofDays(31);

    /// Action of a rule when its condition applies.
    public enum Effect {
        /// The payout waits for the approval of another user.
        APPROVE,
        REFUSE
    }

    /// Returns true if this rule applies to every payout to which another rule applies, and refuses if that one
    /// does.
    public boolean isAsStrictAs(Rule other) {
        return (effect == Effect.REFUSE || other.effect == Effect.APPROVE)
                && (asset == null ? other.condition.most().isEmpty() || other.asset == null : asset.equals(other.asset))
                && (maker == null || maker == other.maker)
                && condition.isAsStrictAs(other.condition);
    }

    boolean appliesTo(Proposal proposal) {
        return (asset == null || asset.equals(proposal.amount().asset().code()))
                && (maker == null || maker == proposal.maker());
    }

    /// Returns the reason why the rule applies to a payout, as a phrase that follows the payout's name.
    Optional<String> objection(Proposal proposal, Used used) {
        return appliesTo(proposal) ? condition.objection(proposal, used) : Optional.empty();
    }
}
