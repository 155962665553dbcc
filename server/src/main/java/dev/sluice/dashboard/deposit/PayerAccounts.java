package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.PayerInfo;
import dev.sluice.dashboard.PageContext;
import dev.sluice.merchant.Permission;
import dev.sluice.recipient.MaskedAccount;
import org.jspecify.annotations.Nullable;

/// Visible accounts of payers: bank accounts and phone numbers are masked like those of recipients. Wallets are shown
/// in full, because they are public on their chains.
///
/// @param whole true for full account numbers
record PayerAccounts(boolean whole) {
    static PayerAccounts of(PageContext context) {
        return new PayerAccounts(context.may(Permission.SEE_ACCOUNTS));
    }

    @Nullable
    String of(Deposit deposit, @Nullable PayerInfo payer) {
        if (payer == null || payer.accountNumber() == null) {
            return null;
        }
        return whole || DepositSearch.CRYPTO.equals(deposit.depositType())
                ? payer.accountNumber()
                : MaskedAccount.of(payer.accountNumber()).text();
    }
}
