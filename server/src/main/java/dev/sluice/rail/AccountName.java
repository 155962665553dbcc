package dev.sluice.rail;

/// A bank's answer to the question whose account it is.
public sealed interface AccountName {
    /// The name as the bank holds it, and who told.
    record Known(String name, String provider) implements AccountName {}

    /// The bank has no such account.
    record NoAccount(String provider) implements AccountName {}

    /// Nobody can tell now.
    record Unavailable(String provider) implements AccountName {}
}
