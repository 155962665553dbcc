package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// New recipient in a payout. `bankCode` is one of the payment methods; an IBAN in SEPA needs no bank.
public record InlineRecipient(
        @Nullable String email, @Nullable String name, Bank bank) {
    /// A payee at a bank, under the name of the account.
    public static InlineRecipient at(String bankName, String bankCode, String accountName, String accountNumber) {
        return new InlineRecipient(null, accountName, Bank.of(bankName, accountName, accountNumber, bankCode));
    }

    /// Returns a recipient with an account in SEPA, paid in EUR by its IBAN alone.
    public static InlineRecipient atIban(String accountName, String iban) {
        return new InlineRecipient(null, accountName, Bank.of(null, accountName, iban, null));
    }

    public InlineRecipient withName(String name) {
        return new InlineRecipient(email, name, bank);
    }

    public InlineRecipient withEmail(String email) {
        return new InlineRecipient(email, name, bank);
    }

    /// Names the payee's branch: a sort code, a BSB, a Zengin code, an ABA routing number or an IFSC.
    public InlineRecipient atBranch(String branchCode) {
        return new InlineRecipient(
                email,
                name,
                new Bank(
                        bank.bankName(),
                        bank.accountName(),
                        bank.accountNumber(),
                        bank.bankCode(),
                        branchCode,
                        bank.achNumber(),
                        bank.fedwireNumber(),
                        bank.ifsc(),
                        bank.accountType()));
    }

    /// The account.
    public record Bank(
            @Nullable String bankName,
            String accountName,
            String accountNumber,
            @Nullable String bankCode,
            @Nullable String branchCode,
            @Nullable String achNumber,
            @Nullable String fedwireNumber,
            @Nullable String ifsc,
            @Nullable String accountType) {
        private static Bank of(
                @Nullable String bankName, String accountName, String accountNumber, @Nullable String bankCode) {
            return new Bank(bankName, accountName, accountNumber, bankCode, null, null, null, null, null);
        }
    }
}
