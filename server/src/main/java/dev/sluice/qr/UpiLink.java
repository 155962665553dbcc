package dev.sluice.qr;

import java.util.HexFormat;
import java.util.regex.Pattern;

/// UPI: Common URL Specifications for Deep Linking and Proximity Integration 1.6 (NPCI, 2017). Its QR code is the
/// link itself. The link is not signed, since that needs a key registered with NPCI.
final class UpiLink {
    private static final Pattern ACCOUNT =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9.-]{1,63}");

    private UpiLink() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "a virtual payment address, name@bank");
        Identifier.noAcquirer(QrScheme.UPI, payee);
        return "upi://pay?pa=" + account.group()
                + "&pn=" + encoded(LatinText.required("name", payee.name(), EmvPayload.NAME_LENGTH_MAX))
                + "&mc=" + payee.categoryCode()
                + "&tr=" + payment.reference()
                + "&am=" + QrScheme.UPI.amount(payment.amount())
                + "&cu=" + QrScheme.UPI.currency();
    }

    /// Percent-encodes (RFC 3986); apps would show a `+` for a space literally.
    private static String encoded(String latin) {
        var hex = HexFormat.of().withUpperCase();
        var encoded = new StringBuilder();
        for (int i = 0; i < latin.length(); i++) {
            char character = latin.charAt(i);
            if (Character.isLetterOrDigit(character) || "-._~".indexOf(character) >= 0) {
                encoded.append(character);
            } else {
                encoded.append('%').append(hex.toHexDigits((byte) character));
            }
        }
        return encoded.toString();
    }
}
