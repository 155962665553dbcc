package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// A bank or wallet that a fiat payout can reach, with its head office, limits and fee. Key: currency and bank code.
/// The fee is added to the amount. `bic` is null if an institution has none.
///
/// @param amountDecimals maximum decimals of an amount: fewer than the currency's if the rail pays whole units
public record PayoutMethod(
        String currency,
        String bankCode,
        String bankName,
        @Nullable String bic,
        String country,
        String address,
        String city,
        String province,
        String postCode,
        AccountNumberType accountNumberType,
        int amountDecimals,
        Money min,
        Money max,
        FeeSchedule fee) {

    /// The kinds of account number, by the names of `accountNumberType` in the API.
    public enum AccountNumberType {
        BANK_ACCOUNT,
        /// The mobile phone number that identifies a wallet, in E.164.
        PHONE_NUMBER
    }

    /// Returns true if it reaches any bank by the account's number. It is then not a bank itself, and has no head
    /// office.
    public boolean reachesAnyBank() {
        return address.isEmpty();
    }

    /// Returns a copy with another fee.
    public PayoutMethod charging(FeeSchedule other) {
        return on(new Terms(min, max, other));
    }

    /// Returns a copy with other terms.
    PayoutMethod on(Terms terms) {
        return new PayoutMethod(
                currency,
                bankCode,
                bankName,
                bic,
                country,
                address,
                city,
                province,
                postCode,
                accountNumberType,
                amountDecimals,
                terms.min(),
                terms.max(),
                terms.fee());
    }

    public Terms terms() {
        return new Terms(min, max, fee);
    }
}
