package dev.sluice.iso20022;

import org.jspecify.annotations.Nullable;

/// One transaction of an entry.
///
/// @param amount signed; null if the bank gives none for this transaction
/// @param returned set if the transaction returns a payment
/// @param charges charges that the bank took, in one currency; null if it names none
/// @param ownAccount our side as the transaction names it: the virtual account of a credit; null if it names none
public record EntryDetails(
        @Nullable Amount amount,
        References references,
        Counterparty counterparty,
        Remittance remittance,
        @Nullable PaymentReturn returned,
        @Nullable Amount charges,
        @Nullable String ownAccount) {

    /// References of the transaction. Placeholders such as `NOTPROVIDED` are left out.
    ///
    /// @param bank the bank's reference of this transaction
    public record References(
            @Nullable String endToEndId,
            @Nullable String bank,
            @Nullable String msgId,
            @Nullable String paymentInformationId,
            @Nullable String instructionId,
            @Nullable String uetr) {
        public static final References NONE = new References(null, null, null, null, null, null);
    }

    /// The other side of the transaction.
    ///
    /// @param account IBAN, else the bank's own account number
    /// @param bank BIC
    public record Counterparty(
            @Nullable String name,
            @Nullable String account,
            @Nullable String bank) {
        public static final Counterparty NONE = new Counterparty(null, null, null);

        public @Nullable String label() {
            return name == null ? account : name;
        }
    }
}
