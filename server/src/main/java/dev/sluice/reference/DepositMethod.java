package dev.sluice.reference;

import dev.sluice.money.FeeSchedule;
import dev.sluice.money.Money;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A way in which a payer pays a fiat deposit. Key: currency and bank code, which is the deposit's `paymentMethod`. The
/// fee is taken from what arrives. `scheme` is the bank's code for a virtual account and a bank transfer, the QR
/// scheme for a QR, and null for an e-wallet; `settlementType` is `T+n`, in business days.
///
/// @param amountDecimals decimals that an amount may have: fewer than the currency's where the rail takes whole units
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

    /// The same on other terms.
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

    /// The families of payment instructions; the names are the wire's `depositPaymentType`.
    public enum Type {
        VIRTUAL_ACCOUNT,
        BANK_TRANSFER,
        QR,
        EWALLET;

        /// The name of its picture.
        String picture() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// The form of a bank's virtual account numbers: the first characters, and the number of characters in all.
    public record VirtualAccount(String prefix, int length) {}
}
