package dev.sluice.recipient;

import org.jspecify.annotations.Nullable;

/// An account number as strangers may see it: four stars and its last four characters.
///
/// Numbers shorter than [#LENGTH_SHOWN_MIN] are masked wholly, for four of five digits would be the number. The
/// count of stars is fixed, so the length is not told either.
public record MaskedAccount(String text) {
    /// The shortest number of which the last four are shown.
    public static final int LENGTH_SHOWN_MIN = 8;

    private static final int SHOWN = 4;
    private static final String STARS = "****";

    /// Masks a number as people write it (spaces and dashes do not count); nothing is masked as four stars.
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
