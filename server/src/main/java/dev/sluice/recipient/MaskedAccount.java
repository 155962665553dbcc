package dev.sluice.recipient;

import org.jspecify.annotations.Nullable;

/// Masked account number for other people: four stars and its last four characters.
///
/// Numbers shorter than [#LENGTH_SHOWN_MIN] are masked completely, since four of five digits would reveal the number.
/// The number of stars is fixed, so the length stays hidden, too.
public record MaskedAccount(String text) {
    /// Minimum length of a number whose last four characters are shown.
    public static final int LENGTH_SHOWN_MIN = 8;

    private static final int SHOWN = 4;
    private static final String STARS = "****";

    /// Masks a number as typed (spaces and dashes do not count). A missing number becomes four stars.
    public static MaskedAccount of(@Nullable String accountNumber) {
        var compact = BankDetails.compact(accountNumber);
        if (compact == null || compact.length() < LENGTH_SHOWN_MIN) {
            return new MaskedAccount(STARS);
        }
        return new MaskedAccount(STARS + compact.substring(compact.length() - SHOWN));
    }

    @Override
    public String toString() {
        return text;
    }
}
