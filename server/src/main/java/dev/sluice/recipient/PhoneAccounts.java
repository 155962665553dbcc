package dev.sluice.recipient;

import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.PayoutMethod.AccountNumberType;
import dev.sluice.reference.References;
import java.util.Optional;

/// Wallets that are known by a mobile phone number: their account numbers are kept in one form, E.164.
record PhoneAccounts(References references, BankRules rules) {
    /// The country of the phone numbers that the details' payout method takes; nothing where it takes others, and
    /// for a number that the sandbox gives a meaning to.
    Optional<String> country(BankDetails bank) {
        var account = bank.accountNumber();
        return account != null && rules.spares(account)
                ? Optional.empty()
                : PayoutMethods.of(references, bank)
                        .filter(method -> method.accountNumberType() == AccountNumberType.PHONE_NUMBER)
                        .map(PayoutMethod::country);
    }

    /// Puts a phone number of normalised details into its one form. A number that is none stays as it is.
    BankDetails inOneForm(BankDetails bank) {
        var account = bank.accountNumber();
        return account == null
                ? bank
                : country(bank)
                        .flatMap(country -> PhoneNumbers.e164(account, country))
                        .map(number -> bank.toBuilder().accountNumber(number).build())
                        .orElse(bank);
    }
}
