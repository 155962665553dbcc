package dev.sluice.iso20022;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Checks of statements that need no other file: sums, currencies, statuses, and the balances of continued pages.
final class StatementChecks {
    private StatementChecks() {}

    static void check(List<Statement> statements, Findings findings) {
        statements.forEach(each -> check(each, findings));
        chain(statements, findings);
    }

    private static void check(Statement statement, Findings findings) {
        var label = statement.label();
        if (statement.account() == null) {
            findings.problem(label + ": names no account");
        }
        if (SumCheck.of(statement) instanceof SumCheck.Differs(var booked, var difference)) {
            var opening = statement.balances().opening();
            var closing = statement.balances().closing();
            findings.problem(label + ": does not add up: opening balance "
                    + (opening == null ? "" : opening.amount()) + " plus booked entries " + booked.toPlainString()
                    + " is not the closing balance " + (closing == null ? "" : closing.amount())
                    + ", the difference is "
                    + difference.toPlainString());
        }
        int at = 0;
        for (var entry : statement.entries()) {
            at++;
            check(label + ", entry " + at, entry, statement, findings);
        }
    }

    private static void check(String label, Entry entry, Statement statement, Findings findings) {
        var amount = entry.amount();
        if (!Amount.isCurrency(amount.currency())) {
            findings.problem(label + ": unknown currency " + amount.currency());
        } else if (statement.currency() != null && !statement.currency().equals(amount.currency())) {
            findings.problem(
                    label + ": is in " + amount.currency() + ", but the account is in " + statement.currency());
        }
        if (amount.isFinerThanCurrency()) {
            findings.problem(label + ": " + amount + " has more decimals than the currency");
        }
        if (entry.booking().status() == null) {
            findings.problem(label + ": has no status, so it does not count as booked");
        }
    }

    /// Compares the opening balance of each continued page with the closing balance of the page before.
    private static void chain(List<Statement> statements, Findings findings) {
        Map<String, Statement> before = new HashMap<>();
        for (var page : statements) {
            var previous = before.put(String.valueOf(page.account()), page);
            var opening = page.balances().opening();
            var closing = previous == null ? null : previous.balances().closing();
            if (opening != null
                    && opening.intermediate()
                    && closing != null
                    && closing.intermediate()
                    && !closing.amount().equals(opening.amount())) {
                findings.problem(page.label() + ": begins with " + opening.amount() + ", but the page before ends with "
                        + closing.amount());
            }
        }
    }
}
