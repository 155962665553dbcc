package dev.sluice.screening;

import java.util.Locale;

/// Sort of payment or record that a check belongs to.
public enum CheckKind {
    /// A payout, before its rail gets it.
    PAYOUT,
    /// A stored recipient.
    RECIPIENT,
    /// Money that came in, before it is credited.
    DEPOSIT;

    /// The word in the vendor's request, in texts and in metrics.
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
