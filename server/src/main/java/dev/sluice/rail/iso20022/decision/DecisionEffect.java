package dev.sluice.rail.iso20022.decision;

import dev.sluice.db.Tx;

/// Effect of the decisions of one kind.
public interface DecisionEffect {
    /// Checks that a decision is possible now. It is checked at the request; [#apply] checks again.
    ///
    /// @throws DecisionRefused with the reason
    void check(Tx tx, DecisionRequest request);

    /// Returns true if a second person has to confirm.
    default boolean needsSecondPerson(Tx tx, DecisionRequest request) {
        return true;
    }

    /// Carries a confirmed decision out, in the transaction of its confirmation.
    ///
    /// @throws DecisionRefused if its subject has changed; the decision waits then as before
    void apply(Tx tx, BankDecision decision);
}
