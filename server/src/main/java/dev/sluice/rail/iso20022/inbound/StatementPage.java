package dev.sluice.rail.iso20022.inbound;

import dev.sluice.money.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Page of a statement as it is stored: its balances are a link of the account's chain.
///
/// @param kind class of the file's kind, `camt.053` or `mt940`; each has a chain of its own
/// @param day day of the closing balance
/// @param number as the bank sent it; numbers restart each year
/// @param statementId the bank's identifier
/// @param fromDay first booking day in it
/// @param opening signed
/// @param closing signed
/// @param continued true if the page before belongs to the same statement
/// @param continues true if the next page belongs to the same statement
/// @param page number of the page in its file, from 0
public record StatementPage(
        UUID id,
        String account,
        String kind,
        LocalDate day,
        @Nullable String number,
        @Nullable String statementId,
        LocalDate fromDay,
        Money opening,
        Money closing,
        boolean continued,
        boolean continues,
        UUID file,
        int page,
        Instant appliedAt) {
    private static final int DIGITS_MAX = 9;
    private static final int PARTS_FROM_DAY = 3;

    /// Returns the number without the number of the page; -1 if there is none.
    int sequence() {
        var digits = number == null ? "" : number.strip().split("\\D", 2)[0];
        return digits.isEmpty() || digits.length() > DIGITS_MAX ? -1 : Integer.parseInt(digits);
    }

    int year() {
        return day.getYear();
    }

    /// Returns the name of the page among those of its kind: a page that the bank sends again has the same one.
    String name() {
        return year() + "/" + number + "/" + day + "/" + opening.units() + "/" + page;
    }

    /// Returns the day in the name of a page. The number before it may have slashes.
    static LocalDate dayOf(String name) {
        var parts = List.of(name.split("/", -1));
        return LocalDate.parse(parts.get(parts.size() - PARTS_FROM_DAY));
    }
}
