package dev.sluice.screening;

import java.util.Locale;

/// Kind of payment or record that a check belongs to.
public enum CheckKind {
    /// Payout, before its rail gets it.
    PAYOUT,
    /// Stored recipient.
    RECIPIENT,
    /// Incoming money, before it is credited.
    DEPOSIT;

    /// Returns the word in the vendor's request, in texts and in metrics.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
