package dev.sluice.policy;

import dev.sluice.policy.Rule.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Result of evaluating a payout against rules and daily limit.
///
/// @param excess remainder of the daily limit that the payout exceeds, as a phrase that follows the payout's name
public record PolicyDecision(
        List<Objection> objections, @Nullable String excess) {
    public static final PolicyDecision FINE = new PolicyDecision(List.of(), null);

    public PolicyDecision {
        objections = List.copyOf(objections);
    }

    /// @param text reason why the rule applies, as a phrase that follows the payout's name
    public record Objection(Rule rule, String text) {}

    public List<Objection> refusals() {
        return of(Effect.REFUSE);
    }

    /// Returns true if the payout may not be created.
    public boolean isRefused() {
        return excess != null || !refusals().isEmpty();
    }

    /// Returns the reasons why the payout needs approval; empty if it needs none or is refused.
    public List<Objection> reservations() {
        return isRefused() ? List.of() : of(Effect.APPROVE);
    }

    private List<Objection> of(Effect effect) {
        return objections.stream()
                .filter(each -> each.rule().effect() == effect)
                .toList();
    }
}
