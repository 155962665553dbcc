package dev.sluice.qr;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;

/// A payee of each scheme with fictitious identifiers, and payments to it.
final class Payments {
    static final Instant EXPIRES = Instant.parse("2026-03-04T16:30:00Z");
    static final String REFERENCE = "DP7K2M9QX4ZT8B3C5W6H";

    private Payments() {}

    static QrPayee payee(QrScheme scheme) {
        return switch (scheme) {
            case QRIS ->
                payee("Jakarta Selatan", "12190", "936009990000000017/00000017/ID1020000000000/UMI", "ID.CO.BANK.WWW");
            case QRPH -> payee("Makati", null, "000000000000017/1000000000000017/000", "NRTHPHM1XXX");
            case VIETQR -> payee("Hà Nội", null, "0071000123456", "970436");
            case PROMPTPAY -> payee("Bangkok", null, "099999999999901/DEPOSIT", null);
            case DUITNOW -> payee("Kuala Lumpur", "50450", "MD0000000001", "501664");
            case PAYNOW -> payee("Singapore", null, "202012345X", null);
            case UPI -> payee("Mumbai", null, "northwind.payouts@okbank", null);
            case PIX -> payee("São Paulo", "01310100", "123e4567-e12b-12d1-a456-426655440000", null);
            case NQR -> payee("Lagos", null, "M0000000001/S0000000001", "999166");
            case JPQR -> payee("Tokyo", "1066143", "0000000000001/0001/000001/000001", null);
        };
    }

    static QrPayment of(QrScheme scheme, String amount) {
        return of(scheme, payee(scheme), amount);
    }

    static QrPayment of(QrScheme scheme, QrPayee payee, String amount) {
        return new QrPayment(payee, money(scheme, amount), REFERENCE, EXPIRES);
    }

    /// Returns an amount in the scheme's currency, with the decimals of ISO 4217.
    static Money money(QrScheme scheme, String amount) {
        var currency = Currency.getInstance(scheme.currency());
        return Money.exactly(
                new BigDecimal(amount), Asset.fiat(currency.getCurrencyCode(), currency.getDefaultFractionDigits()));
    }

    static QrPayee named(QrPayee payee, String name) {
        return new QrPayee(
                name, payee.city(), payee.postCode(), payee.categoryCode(), payee.account(), payee.acquirer());
    }

    static QrPayee identified(QrPayee payee, String account, String acquirer) {
        return new QrPayee(payee.name(), payee.city(), payee.postCode(), payee.categoryCode(), account, acquirer);
    }

    static QrPayee at(QrPayee payee, String postCode) {
        return new QrPayee(
                payee.name(), payee.city(), postCode, payee.categoryCode(), payee.account(), payee.acquirer());
    }

    private static QrPayee payee(String city, String postCode, String account, String acquirer) {
        return new QrPayee("Northwind Payouts Ltd", city, postCode, "6012", account, acquirer);
    }
}
