package dev.sluice.dashboard.deposit;

import dev.sluice.client.model.Deposit;
import dev.sluice.client.model.PayerInfo;
import dev.sluice.dashboard.Visit;
import dev.sluice.merchant.Permission;
import dev.sluice.recipient.MaskedAccount;
import org.jspecify.annotations.Nullable;

/// Where payers' money came from, as a visitor may read it: accounts and phone numbers as those of payees are, and
/// wallets whole, which are public on their chains.
///
/// @param whole whether all of an account's number is read
record PayerAccounts(boolean whole) {
    static PayerAccounts of(Visit visit) {
        return new PayerAccounts(visit.may(Permission.SEE_ACCOUNTS));
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
