package dev.sluice.dashboard;

/// Words for the outcome of a name check. The API has one outcome for another name and for an account that does not
/// exist: `no_match`, with `bankName` and without.
public final class NameChecks {
    private static final String NO_MATCH = "no_match";
    private static final String NO_ACCOUNT = "no_account";
    private static final String CLOSE_MATCH = "close_match";

    private NameChecks() {}

    /// The end of a text's key: the outcome, or `no_account`.
    ///
    /// @param named whether the bank gave a name
    public static String word(String outcome, boolean named) {
        return outcome.equals(NO_MATCH) && !named ? NO_ACCOUNT : outcome;
    }

    /// Reports whether the bank contradicts what was given: no such account, or another name, or nearly another one.
    public static boolean isDoubted(String outcome) {
        return outcome.equals(NO_MATCH) || outcome.equals(CLOSE_MATCH);
    }
}
