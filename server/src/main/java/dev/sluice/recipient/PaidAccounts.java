package dev.sluice.recipient;

import dev.sluice.rail.BankAccount;
import dev.sluice.reference.Currency;
import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.References;
import org.jspecify.annotations.Nullable;

/// The accounts that rails are told; see [Recipients#accountOf].
record PaidAccounts(References references, BankRules rules) {
    BankAccount of(BankDetails bank) {
        var code = bank.paymentCode() == null ? "" : bank.paymentCode();
        return new BankAccount(
                text(bank.currency()),
                bank.country(),
                PayoutMethods.of(references, bank).map(PayoutMethod::bankCode).orElse(code),
                number(bank),
                text(bank.accountName()));
    }

    private String number(BankDetails bank) {
        var account = bank.accountNumber();
        var iban = bank.ibanNumber();
        if (account == null || iban == null) {
            return account == null ? text(iban) : account;
        }
        var wantsIban = references
                .currency(text(bank.currency()))
                .map(Currency::required)
                .map(Currency.Required::iban)
                .orElse(false);
        return wantsIban && !rules.spares(account) ? iban : account;
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
