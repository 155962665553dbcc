package dev.sluice.iso20022;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One page of an account: a statement, a report or a notice.
///
/// @param id the bank's identifier of the page
/// @param account IBAN, else the bank's own account number
/// @param number `ElctrncSeqNb` or field 28C as it was sent; numbers may restart each year
/// @param currency currency of the account
public record Statement(
        @Nullable String id,
        @Nullable String account,
        @Nullable String number,
        @Nullable String currency,
        Balances balances,
        List<Entry> entries) {
    public Statement {
        entries = List.copyOf(entries);
    }

    /// Balances at the beginning and the end of the page.
    ///
    /// @param opening `OPBD`, else `PRCD`; `ITBD` or 60M on a continued page
    /// @param closing `CLBD`; `ITBD` or 62M if the statement continues on another page
    public record Balances(
            @Nullable Balance opening, @Nullable Balance closing) {}

    /// Returns the text by which problems name this page.
    public String label() {
        return "statement" + (number == null ? "" : " " + number) + (account == null ? "" : " of " + account);
    }
}
