package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A payment method for fiat deposits. Key: currency and bank code, used as the deposit's `paymentMethod`. The fee is
/// deducted from the received amount. `scheme` is the bank's code for a virtual account and a bank transfer, the QR
/// scheme for a QR, and null for an e-wallet; `settlementType` is `T+n`, in business days.
///
/// @param amountDecimals maximum decimals of an amount: fewer than the currency's if the rail takes whole units
public record DepositMethod(
        String currency,
        String bankCode,
        String name,
        Type type,
        @Nullable String scheme,
        int amountDecimals,
        Money min,
        Money max,
        FeeSchedule fee,
        String settlementType,
        @Nullable VirtualAccount virtualAccount) {

    /// Returns a copy with other terms.
    DepositMethod on(Terms terms) {
        return new DepositMethod(
                currency,
                bankCode,
                name,
                type,
                scheme,
                amountDecimals,
                terms.min(),
                terms.max(),
                terms.fee(),
                settlementType,
                virtualAccount);
    }

    public Terms terms() {
        return new Terms(min, max, fee);
    }

    /// The families of payment instructions, by the names of `depositPaymentType` in the API.
    public enum Type {
        VIRTUAL_ACCOUNT,
        BANK_TRANSFER,
        QR,
        EWALLET;

        /// Returns the name of its picture.
        String picture() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// Format of a bank's virtual account numbers: the prefix, and the total length.
    public record VirtualAccount(String prefix, int length) {}
}
