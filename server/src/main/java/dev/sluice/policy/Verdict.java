package dev.sluice.policy;

import dev.sluice.policy.Rule.Effect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an organization's rules and its operator's daily limit say of a payout.
///
/// @param excess what is left of the daily limit that it exceeds, in words that follow the payout's name
public record Verdict(List<Objection> objections, @Nullable String excess) {
    public static final Verdict FINE = new Verdict(List.of(), null);

    public Verdict {
        objections = List.copyOf(objections);
    }

    /// @param text what the rule objects to, in words that follow the payout's name
    public record Objection(Rule rule, String text) {}

    public List<Objection> refusals() {
        return of(Effect.REFUSE);
    }

    /// Whether it may not be made.
    public boolean isRefused() {
        return excess != null || !refusals().isEmpty();
    }

    /// Why somebody else has to approve it; nothing where it may go, or not at all.
    public List<Objection> reservations() {
        return isRefused() ? List.of() : of(Effect.APPROVE);
    }

    private List<Objection> of(Effect effect) {
        return objections.stream()
                .filter(each -> each.rule().effect() == effect)
                .toList();
    }
}
