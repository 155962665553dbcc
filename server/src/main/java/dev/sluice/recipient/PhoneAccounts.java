package dev.sluice.recipient;

import dev.sluice.reference.PayoutMethod;
import dev.sluice.reference.PayoutMethod.AccountNumberType;
import dev.sluice.reference.References;
import java.util.Optional;

/// Wallets identified by a mobile phone number: their account numbers are stored in E.164.
record PhoneAccounts(References references, BankRules rules) {
    /// Returns the country of the phone numbers that the details' payout method accepts; empty if it takes no
    /// phone numbers, and for a test number of the sandbox.
    Optional<String> country(BankDetails bank) {
        var account = bank.accountNumber();
        return account != null && rules.spares(account)
                ? Optional.empty()
                : PayoutMethods.of(references, bank)
                        .filter(method -> method.accountNumberType() == AccountNumberType.PHONE_NUMBER)
                        .map(PayoutMethod::country);
    }

    /// Converts a phone number in normalised details to E.164. Anything else stays unchanged.
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
