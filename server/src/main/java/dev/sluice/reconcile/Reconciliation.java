package dev.sluice.reconcile;

import dev.sluice.rail.iso20022.inbound.BankBreak;
import java.time.LocalDate;
import java.util.List;

/// Reconciliation of a bank account on a closed day.
///
/// @param account id of the profile
/// @param day day that a statement closed
/// @param today day from which the ages of the breaks count, in the zone of the account
/// @param breaks open breaks, the oldest first
public record Reconciliation(String account, LocalDate day, LocalDate today, Terms terms, List<BankBreak> breaks) {
    public Reconciliation {
        breaks = List.copyOf(breaks);
    }

    /// Returns true if the balances agree and no break is open.
    public boolean isClean() {
        return terms.difference().isZero() && breaks.isEmpty();
    }
}
