package dev.sluice.qr;

import dev.sluice.money.Asset;
import dev.sluice.money.Money;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Optional;

/// A national scheme of payment by QR code. Each documents its [QrPayee#account] and [QrPayee#acquirer], and the
/// field that carries the reference to the payee's bank.
public enum QrScheme {
    /// Indonesia. Account: merchant PAN, merchant ID, national merchant ID and size, as in
    /// `936009990000000017/00000017/ID1020000000000/UMI`. Acquirer: its name in the code, `ID.CO.BANK.WWW`.
    /// The post code is required. The reference is the reference label (62-05).
    QRIS("IDR", "360", "ID", 0),
    /// The Philippines, person to merchant. Account: merchant ID and the acquirer's flags, with the credit account
    /// between them if the acquirer requires it: `000000000000017/000`, `000000000000017/1000000000000017/000`.
    /// Acquirer: its BIC of eleven characters. The reference is the reference label (62-05) and the acquirer's own
    /// data (88-01).
    QRPH("PHP", "608", "PH", 2),
    /// Vietnam, transfer to an account by NAPAS 247. Account: the account number. Acquirer: the bank's BIN,
    /// `970436`. The reference is the purpose (62-08), which becomes the text of the transfer.
    VIETQR("VND", "704", "VN", 0),
    /// Thailand, bill payment. Account: the biller ID of fifteen digits, and a second reference if the biller's
    /// profile requires one: `099999999999901`, `099999999999901/DEPOSIT`. No acquirer. The reference is Ref1.
    PROMPTPAY("THB", "764", "TH", 2),
    /// Malaysia. Account: the merchant's QR ID. Acquirer: its ID of six digits, `501664`. The reference is the
    /// reference label (62-05).
    DUITNOW("MYR", "458", "MY", 2),
    /// Singapore. Account: the UEN, with its suffix of three if there is one: `202012345X`, `202012345X001`. No
    /// acquirer. The reference is the bill number (62-01); the code contains the day of expiry.
    PAYNOW("SGD", "702", "SG", 2),
    /// India. Account: the virtual payment address, `northwind@okbank`. No acquirer. The reference is `tr`.
    UPI("INR", "356", "IN", 2),
    /// Brazil, a static code with an amount. Account: the Pix key (CPF, CNPJ, phone, e-mail or random). No
    /// acquirer. The reference is the transaction id (62-05).
    PIX("BRL", "986", "BR", 2),
    /// Nigeria, a fixed code with an amount. Account: merchant and sub-merchant number, `M0000000001/S0000000001`.
    /// Acquirer: the institution's number, `999166`, and the forwarding institution's if that is another. The
    /// reference is the reference label (62-05); NIBSS does not guarantee its return.
    NQR("NGN", "566", "NG", 2),
    /// Japan. Account: the four levels of the unified store ID, `0000000000001/0001/000001/000001`. No
    /// acquirer. The post code is required. The reference is the reference label (62-05).
    JPQR("JPY", "392", "JP", 0);

    private static final int AMOUNT_LENGTH_MAX = 13;

    private final String currency;
    private final String numericCurrency;
    private final String country;
    private final int decimals;

    QrScheme(String currency, String numericCurrency, String country, int decimals) {
        this.currency = currency;
        this.numericCurrency = numericCurrency;
        this.country = country;
        this.decimals = decimals;
    }

    /// Returns the scheme of a deposit method.
    public static Optional<QrScheme> of(String code) {
        return Arrays.stream(values())
                .filter(scheme -> scheme.name().equals(code))
                .findFirst();
    }

    /// Returns the currency (ISO 4217).
    public String currency() {
        return currency;
    }

    /// Returns the currency's number in ISO 4217.
    String numericCurrency() {
        return numericCurrency;
    }

    /// Returns the country (ISO 3166-1 alpha-2).
    String country() {
        return country;
    }

    /// Returns the maximum number of decimals of an amount.
    public int decimals() {
        return decimals;
    }

    /// Formats an amount: always, or never, with decimals.
    String amount(Money amount) {
        if (amount.asset().kind() != Asset.Kind.FIAT || !amount.asset().code().equals(currency)) {
            throw new IllegalArgumentException(name() + " collects " + currency + ", not " + amount);
        }
        if (amount.decimal().scale() > decimals) {
            throw new IllegalArgumentException(name() + " takes amounts with " + decimals + " decimals, not " + amount);
        }
        var text = amount.decimal().setScale(decimals, RoundingMode.UNNECESSARY).toPlainString();
        if (text.length() > AMOUNT_LENGTH_MAX) {
            throw new IllegalArgumentException("an amount of more than " + AMOUNT_LENGTH_MAX + " characters: " + text);
        }
        return text;
    }
}
