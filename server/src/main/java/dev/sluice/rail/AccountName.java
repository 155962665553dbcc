package dev.sluice.rail;

/// A bank's answer to an account-holder look-up.
public sealed interface AccountName {
    /// Name of the holder at the bank, and the provider of the answer.
    record Known(String name, String provider) implements AccountName {}

    /// The bank has no such account.
    record NoAccount(String provider) implements AccountName {}

    /// No answer is available now.
    record Unavailable(String provider) implements AccountName {}
}
