package dev.sluice.dashboard.payout;

import dev.sluice.client.model.CryptoDisbursement;
import dev.sluice.client.model.Disbursement;
import dev.sluice.client.model.FiatDisbursement;
import dev.sluice.dashboard.Formats;
import dev.sluice.dashboard.HeldPayouts;
import dev.sluice.recipient.MaskedAccount;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Payout row with the common fields of both kinds: the recipient and the unit. A held payout has no recipient here,
/// since its row may have been changed outside of the service.
///
/// @param account bank and last digits of the account number, or the network
public record PayoutRow(Disbursement payout, String payee, String account, String unit) {
    public boolean isHeld() {
        return HeldPayouts.isHeld(payout);
    }

    static PayoutRow of(Disbursement payout) {
        return switch (payout) {
            case FiatDisbursement fiat when HeldPayouts.isHeld(fiat) -> new PayoutRow(fiat, "", "", "");
            case CryptoDisbursement crypto when HeldPayouts.isHeld(crypto) -> new PayoutRow(crypto, "", "", "");
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

    /// Returns the number of the account that the payout went to.
    ///
    /// @param whole true if the reader may see full account numbers
    static String accountNumber(FiatDisbursement payout, boolean whole) {
        var number = payout.recipient().bank().accountNumber();
        return whole ? number : MaskedAccount.of(number).text();
    }

    /// Returns the account for an export.
    ///
    /// @param whole true if the reader may see full account numbers
    String account(boolean whole) {
        return payout instanceof FiatDisbursement fiat && !isHeld()
                ? account(fiat, accountNumber(fiat, whole))
                : account;
    }

    /// Returns the recipient for a heading or a list, where a wallet address is too long. Pages for a decision
    /// show all of it.
    public String shortPayee() {
        return payout instanceof CryptoDisbursement ? Formats.shortened(payee) : payee;
    }

    public String id() {
        return payout.disbursementId();
    }

    /// Returns the id of the user or API key that created it.
    public String maker() {
        return switch (payout) {
            case FiatDisbursement fiat -> fiat.createdBy();
            case CryptoDisbursement crypto -> crypto.createdBy();
        };
    }

    /// Returns the name of the user or API key that created it.
    public String madeBy() {
        return switch (payout) {
            case FiatDisbursement fiat -> fiat.initiatedBy().name();
            case CryptoDisbursement crypto -> crypto.initiatedBy().name();
        };
    }

    /// Returns the memo, which identifies the recipient in a shared wallet.
    @Nullable
    String memo() {
        return payout instanceof CryptoDisbursement crypto && !isHeld() ? crypto.memo() : null;
    }

    /// Returns the hash of the transaction on the chain, once there is one.
    @Nullable
    String txHash() {
        return payout instanceof CryptoDisbursement crypto && crypto.transactionData() != null
                ? crypto.transactionData().txHash()
                : null;
    }

    /// Returns the debited total.
    public BigDecimal total() {
        return payout.amount().add(payout.feeAmount());
    }
}
