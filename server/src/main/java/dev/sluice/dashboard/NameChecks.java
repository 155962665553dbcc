package dev.sluice.dashboard;

/// Words for the outcome of a name check. The API has one outcome for a different name and for an account that does
/// not exist: `no_match`, with and without `bankName`.
public final class NameChecks {
    private static final String NO_MATCH = "no_match";
    private static final String NO_ACCOUNT = "no_account";
    private static final String CLOSE_MATCH = "close_match";

    private NameChecks() {}

    /// Returns the suffix of the text's key: the outcome, or `no_account`.
    ///
    /// @param named true if the bank returned a name
    public static String text(String outcome, boolean named) {
        return outcome.equals(NO_MATCH) && !named ? NO_ACCOUNT : outcome;
    }

    /// Reports whether the bank contradicts the input: no such account, or a different or similar name.
    public static boolean isDoubted(String outcome) {
        return outcome.equals(NO_MATCH) || outcome.equals(CLOSE_MATCH);
    }
}
