package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import org.jspecify.annotations.Nullable;

/// A bank or wallet that a fiat payout can reach, with its head office, limits and fee. Key: currency and bank code.
/// The fee comes on top of the amount. `bic` is null where an institution has none.
///
/// @param amountDecimals decimals that an amount may have: fewer than the currency's where the rail pays whole units
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

    /// The kinds of account number; the names are the wire's `accountNumberType`.
    public enum AccountNumberType {
        BANK_ACCOUNT,
        /// The mobile phone number that a wallet is known by, in E.164.
        PHONE_NUMBER
    }

    /// Whether it reaches any bank by the account's number, and so is none itself: it has no head office.
    public boolean reachesAnyBank() {
        return address.isEmpty();
    }

    /// The same at another price.
    public PayoutMethod charging(FeeSchedule other) {
        return on(new Terms(min, max, other));
    }

    /// The same on other terms.
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
