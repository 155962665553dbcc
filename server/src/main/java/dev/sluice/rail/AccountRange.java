package dev.sluice.rail;

/// Account numbers that a bank reserves for virtual accounts, in ascending order.
public interface AccountRange {
    /// Returns how many account numbers there are.
    long size();

    /// Returns an account number.
    ///
    /// @param index from 0 to `size() - 1`
    String at(long index);
}
