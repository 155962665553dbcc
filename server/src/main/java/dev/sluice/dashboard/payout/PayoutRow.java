package dev.sluice.dashboard.payout;

import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.dashboard.Look;
import dev.sluice.recipient.MaskedAccount;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A payout with what both kinds have: who gets it, and of what.
///
/// @param account the bank with the end of the account's number, or the network
public record PayoutRow(Disbursement payout, String payee, String account, String unit) {
    static PayoutRow of(Disbursement payout) {
        return switch (payout) {
            case FiatDisbursement fiat ->
                new PayoutRow(
                        fiat, fiat.recipient().name(), account(fiat, accountNumber(fiat, false)), fiat.currency());
            case CryptoDisbursement crypto ->
                new PayoutRow(crypto, crypto.receiverAddress(), crypto.network(), crypto.token());
        };
    }

    private static String account(FiatDisbursement payout, String number) {
        return payout.recipient().bank().bankName() + " " + number;
    }

    /// The number of the account that a payout went to.
    ///
    /// @param whole whether it is for somebody who reads such numbers whole
    static String accountNumber(FiatDisbursement payout, boolean whole) {
        var number = payout.recipient().bank().accountNumber();
        return whole ? number : MaskedAccount.of(number).text();
    }

    /// The account as a file has it.
    ///
    /// @param whole whether it is for somebody who reads numbers whole
    String account(boolean whole) {
        return payout instanceof FiatDisbursement fiat ? account(fiat, accountNumber(fiat, whole)) : account;
    }

    /// The payee, in a heading or a list: an address of a wallet is too long to be read there. Whoever decides sees all
    /// of it.
    public String shortPayee() {
        return payout instanceof CryptoDisbursement ? Look.shortened(payee) : payee;
    }

    public String id() {
        return payout.disbursementId();
    }

    /// The id of whoever made it.
    public String maker() {
        return switch (payout) {
            case FiatDisbursement fiat -> fiat.createdBy();
            case CryptoDisbursement crypto -> crypto.createdBy();
        };
    }

    /// The name of whoever made it.
    public String madeBy() {
        return switch (payout) {
            case FiatDisbursement fiat -> fiat.initiatedBy().name();
            case CryptoDisbursement crypto -> crypto.initiatedBy().name();
        };
    }

    /// Whose of those who share the wallet is paid.
    @Nullable
    String memo() {
        return payout instanceof CryptoDisbursement crypto ? crypto.memo() : null;
    }

    /// Of the transaction on the chain, once there is one.
    @Nullable
    String txHash() {
        return payout instanceof CryptoDisbursement crypto && crypto.transactionData() != null
                ? crypto.transactionData().txHash()
                : null;
    }

    /// What was debited.
    public BigDecimal total() {
        return payout.amount().add(payout.feeAmount());
    }
}
