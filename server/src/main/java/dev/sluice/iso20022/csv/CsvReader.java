package dev.sluice.iso20022.csv;

import dev.sluice.iso20022.Amount;
import dev.sluice.iso20022.Balance;
import dev.sluice.iso20022.BankFile;
import dev.sluice.iso20022.Entry;
import dev.sluice.iso20022.EntryDetails;
import dev.sluice.iso20022.Findings;
import dev.sluice.iso20022.Message.StatementMessage;
import dev.sluice.iso20022.Remittance;
import dev.sluice.iso20022.Statement;
import dev.sluice.iso20022.Unreadable;
import dev.sluice.iso20022.csv.CsvMapping.Column;
import dev.sluice.iso20022.csv.CsvMapping.Order;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads the CSV statements of one account. A file is one page of the account; its balances are those before its first
/// and after its last booked entry.
public final class CsvReader {
    /// Kind of the files.
    public static final String KIND = "csv";

    private final CsvMapping mapping;
    private final Findings findings;
    private final CsvValues values;
    private @Nullable String account;
    private @Nullable Balance opening;
    private @Nullable Balance closing;

    private CsvReader(CsvMapping mapping, Findings findings, CsvValues values) {
        this.mapping = mapping;
        this.findings = findings;
        this.values = values;
    }

    /// @throws Unreadable if a line is no line of the mapping
    public static BankFile read(InputStream bytes, CsvMapping mapping, Findings findings)
            throws Unreadable, IOException {
        var rows = CsvText.rows(bytes, mapping.format(), findings);
        if (rows.isEmpty()) {
            throw new Unreadable("the file has no line with the names of its columns");
        }
        var entries = new ArrayList<>(rows.subList(1, rows.size()));
        if (mapping.order() == Order.NEWEST_FIRST) {
            Collections.reverse(entries);
        }
        var reader = new CsvReader(mapping, findings, CsvValues.of(mapping, rows.getFirst()));
        return new BankFile(KIND, List.of(new StatementMessage(null, List.of(reader.statement(entries)))), List.of());
    }

    private Statement statement(List<CsvText.Row> rows) throws Unreadable {
        var entries = new ArrayList<Entry>();
        for (var row : rows) {
            values.check(row);
            checkAccount(row);
            var entry = entry(row);
            if (entry.isBooked()) {
                balance(row, entry);
            }
            entries.add(entry);
        }
        return new Statement(
                null,
                account == null ? mapping.account().number() : account,
                null,
                mapping.account().currency(),
                new Statement.Balances(opening, closing),
                entries);
    }

    private void checkAccount(CsvText.Row row) throws Unreadable {
        if (!mapping.columns().containsKey(Column.ACCOUNT)) {
            return;
        }
        var named = values.text(row, Column.ACCOUNT);
        if (named == null) {
            throw values.fault(row, Column.ACCOUNT, "is empty", null);
        }
        if (account == null) {
            account = named;
        } else if (!account.equals(named)) {
            throw values.fault(row, Column.ACCOUNT, "must be " + account + " as in the lines before", named);
        }
    }

    private Entry entry(CsvText.Row row) throws Unreadable {
        var bookedOn = values.date(row, Column.BOOKED_ON);
        if (bookedOn == null) {
            throw values.fault(row, Column.BOOKED_ON, "is empty", null);
        }
        var amount = new Amount(amount(row), currency(row));
        var text = values.text(row, Column.TEXT);
        var reference = values.text(row, Column.REFERENCE);
        var details = new EntryDetails(
                amount,
                new EntryDetails.References(
                        Remittance.provided(values.text(row, Column.END_TO_END_ID)), null, null, null, null, null),
                new EntryDetails.Counterparty(
                        values.text(row, Column.COUNTERPARTY),
                        values.text(row, Column.COUNTERPARTY_ACCOUNT),
                        values.text(row, Column.COUNTERPARTY_BANK)),
                text == null
                        ? Remittance.NONE
                        : new Remittance(
                                List.of(), text.lines().map(String::strip).toList()),
                null,
                null,
                null);
        return new Entry(
                amount,
                new Entry.Booking(status(row), bookedOn, values.date(row, Column.VALUE_ON), false),
                new Entry.References(null, Remittance.provided(reference)),
                null,
                List.of(details),
                "",
                "");
    }

    private String status(CsvText.Row row) {
        if (!mapping.columns().containsKey(Column.STATUS)) {
            return Entry.Booking.BOOKED;
        }
        var status = values.text(row, Column.STATUS);
        return status != null && mapping.booked().contains(status) ? Entry.Booking.BOOKED : Entry.Booking.PENDING;
    }

    private String currency(CsvText.Row row) throws Unreadable {
        if (!mapping.columns().containsKey(Column.CURRENCY)) {
            return mapping.account().currency();
        }
        var currency = values.text(row, Column.CURRENCY);
        if (currency == null || !Amount.isCurrency(currency)) {
            throw values.fault(row, Column.CURRENCY, "must be a currency of ISO 4217, such as EUR", currency);
        }
        return currency;
    }

    private BigDecimal amount(CsvText.Row row) throws Unreadable {
        if (mapping.columns().containsKey(Column.AMOUNT)) {
            var amount = values.number(row, Column.AMOUNT);
            if (amount == null) {
                throw values.fault(row, Column.AMOUNT, "is empty", null);
            }
            return amount;
        }
        var debit = values.number(row, Column.DEBIT);
        var credit = values.number(row, Column.CREDIT);
        if ((debit == null) == (credit == null)) {
            throw values.fault(
                    row,
                    Column.DEBIT,
                    (debit == null ? "is empty, and so is column '" : "has an amount, and so has column '")
                            + mapping.columns().get(Column.CREDIT) + "'",
                    null);
        }
        if (credit != null) {
            return unsigned(row, Column.CREDIT, credit);
        }
        var sum = Objects.requireNonNull(debit);
        return mapping.signedSides()
                ? unsigned(row, Column.DEBIT, sum.negate()).negate()
                : unsigned(row, Column.DEBIT, sum).negate();
    }

    private BigDecimal unsigned(CsvText.Row row, Column column, BigDecimal amount) throws Unreadable {
        if (amount.signum() < 0) {
            throw values.fault(
                    row,
                    column,
                    "has the wrong sign; in.csv.signed says " + mapping.signedSides(),
                    amount.toPlainString());
        }
        return amount;
    }

    /// Compares the balance after an entry with the one before it.
    private void balance(CsvText.Row row, Entry entry) throws Unreadable {
        if (!mapping.hasBalances()) {
            return;
        }
        var number = values.number(row, Column.BALANCE);
        if (number == null) {
            throw values.fault(row, Column.BALANCE, "is empty", null);
        }
        var currency = entry.amount().currency();
        var after = new Amount(number, currency);
        var before = new Amount(number.subtract(entry.amount().value()), currency);
        var bookedOn = entry.booking().bookedOn();
        if (closing == null) {
            opening = new Balance(before, bookedOn, false);
        } else if (!closing.amount().equals(before)) {
            findings.problem("line " + row.line() + ": the balance before this entry is " + before
                    + ", but the entry before ends with " + closing.amount()
                    + "; an entry is missing, or in.csv.order is another one");
        }
        closing = new Balance(after, bookedOn, false);
    }
}
