package dev.sluice.recipient;

import dev.sluice.rail.BankAccount;
import dev.sluice.rail.RoutingNumbers;
import dev.sluice.reference.Currency;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import org.jspecify.annotations.Nullable;

/// Accounts as sent to rails; see [Recipients#accountOf].
record PaidAccounts(References references, BankRules rules) {
    BankAccount of(BankDetails bank) {
        var code = text(bank.paymentCode());
        var method = PayoutMethods.of(references, bank).map(PayoutMethod::bankCode);
        boolean wantsIban = wantsIban(bank);
        return new BankAccount(
                text(bank.currency()),
                bank.country(),
                method.orElse(code),
                wantsIban ? RoutingNumbers.NONE : routing(bank, method.orElse("")),
                number(bank, wantsIban),
                text(bank.accountName()),
                bank.accountType());
    }

    /// A payment code that is the payout method's own identifies only the bank.
    private static RoutingNumbers routing(BankDetails bank, String method) {
        var code = bank.paymentCode();
        var inCode = code == null || code.equalsIgnoreCase(method) ? null : RoutingCodes.branch(bank.currency(), code);
        var branch = bank.branchCode() == null ? inCode : bank.branchCode();
        boolean hasIfsc = "INR".equals(bank.currency()) && bank.ifsc() != null;
        return new RoutingNumbers(hasIfsc ? bank.ifsc() : branch, bank.achNumber(), bank.fedwireNumber());
    }

    private String number(BankDetails bank, boolean wantsIban) {
        var account = new PhoneAccounts(references, rules).inOneForm(bank).accountNumber();
        var iban = bank.ibanNumber();
        if (account == null || iban == null) {
            return account == null ? text(iban) : account;
        }
        return wantsIban && !rules.spares(account) ? iban : account;
    }

    private boolean wantsIban(BankDetails bank) {
        return references
                .currency(text(bank.currency()))
                .map(Currency::required)
                .map(Currency.Required::iban)
                .orElse(false);
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
