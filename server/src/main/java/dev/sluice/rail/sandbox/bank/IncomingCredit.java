package dev.sluice.rail.sandbox.bank;

import org.jspecify.annotations.Nullable;

/// A payment of somebody else to the account.
///
/// @param key identifies the payment; a repeated one is made once
/// @param units amount in the smallest unit
/// @param remittance text of the payer; empty if there is none
/// @param reference creditor reference (RF or QRR)
/// @param endToEndId the payer's identifier
/// @param virtualAccount account number that the payer used, if it is not the account's own
public record IncomingCredit(
        String key,
        long units,
        Party payer,
        String remittance,
        @Nullable String reference,
        @Nullable String endToEndId,
        @Nullable String virtualAccount) {
    public IncomingCredit {
        if (units <= 0) {
            throw new IllegalArgumentException("no amount of an incoming payment: " + units);
        }
    }

    /// Returns a payment with a text.
    public static IncomingCredit ofText(String key, long units, Party payer, String remittance) {
        return new IncomingCredit(key, units, payer, remittance, null, null, null);
    }

    /// Returns a payment with a creditor reference.
    public static IncomingCredit ofReference(String key, long units, Party payer, String reference) {
        return new IncomingCredit(key, units, payer, "", reference, null, null);
    }

    /// Returns a payment to a virtual account.
    public static IncomingCredit ofAccount(String key, long units, Party payer, String virtualAccount) {
        return new IncomingCredit(key, units, payer, "", null, null, virtualAccount);
    }
}
