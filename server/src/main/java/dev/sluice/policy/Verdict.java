package dev.sluice.policy;

import dev.sluice.policy.Rule.Effect;
import java.util.List;

/// What an organization's rules say of a payout.
public record Verdict(List<Objection> objections) {
    public static final Verdict FINE = new Verdict(List.of());

    public Verdict {
        objections = List.copyOf(objections);
    }

    /// @param text what the rule objects to, in words that follow the payout's name
    public record Objection(Rule rule, String text) {}

    public List<Objection> refusals() {
        return of(Effect.REFUSE);
    }

    /// Why somebody else has to approve it; nothing where it may go, or not at all.
    public List<Objection> reservations() {
        return refusals().isEmpty() ? of(Effect.APPROVE) : List.of();
    }

    private List<Objection> of(Effect effect) {
        return objections.stream()
                .filter(each -> each.rule().effect() == effect)
                .toList();
    }
}
