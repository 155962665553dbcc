package dev.sluice.iso20022.csv;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.Set;

/// Notation and columns of the CSV statements of one account. Nothing is guessed from a file.
///
/// @param account number and currency of the account, for files without a column of them
/// @param format notation of the values
/// @param order order of the entries
/// @param signedSides debits have a minus sign in their own column; without, neither side has signs
/// @param booked words of the status of a booked entry; empty without a column of the status
/// @param columns names of the columns in the first line
public record CsvMapping(
        Account account,
        Format format,
        Order order,
        boolean signedSides,
        Set<String> booked,
        Map<Column, String> columns) {
    public CsvMapping {
        booked = Set.copyOf(booked);
        columns = Map.copyOf(columns);
    }

    /// The account of the files.
    public record Account(String number, String currency) {}

    /// Notation of a file.
    ///
    /// @param point separator of the decimals
    /// @param grouping separator of the thousands
    /// @param dates pattern of dates, such as `dd.MM.yyyy`
    /// @param skip lines before the names of the columns
    public record Format(Charset charset, char delimiter, char point, Grouping grouping, String dates, int skip) {}

    /// Separator of the thousands.
    public enum Grouping {
        NONE(""),
        POINT("."),
        COMMA(","),
        SPACE(" \u00a0\u2009\u202f"),
        APOSTROPHE("'\u2019");

        private final String characters;

        Grouping(String characters) {
            this.characters = characters;
        }

        boolean has(char each) {
            return characters.indexOf(each) >= 0;
        }
    }

    /// Order of the entries.
    public enum Order {
        OLDEST_FIRST,
        NEWEST_FIRST
    }

    /// Values of an entry.
    public enum Column {
        BOOKED_ON,
        VALUE_ON,
        AMOUNT,
        DEBIT,
        CREDIT,
        CURRENCY,
        /// The bank's reference, unique at the bank.
        REFERENCE,
        END_TO_END_ID,
        COUNTERPARTY,
        COUNTERPARTY_ACCOUNT,
        COUNTERPARTY_BANK,
        TEXT,
        /// Balance after the entry.
        BALANCE,
        ACCOUNT,
        STATUS
    }

    /// Returns true if the files have balances: only then are they statements that can be chained.
    public boolean hasBalances() {
        return columns.containsKey(Column.BALANCE);
    }
}
