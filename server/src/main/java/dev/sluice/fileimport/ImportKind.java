package dev.sluice.fileimport;

import java.util.Locale;

/// Kind of a file: what each of its rows becomes.
public enum ImportKind {
    PAYOUT,
    RECIPIENT,
    DEPOSIT;

    /// Returns the purpose of the keys that protect files of this kind.
    public String purpose() {
        return "fileimport/" + name().toLowerCase(Locale.ROOT);
    }
}
