package dev.sluice.qr;

import java.util.regex.Pattern;

/// QR Ph, person to merchant: the national QR code standard of the Philippines (BSP Circular 1055; Philippine
/// Payments Management Inc.). The standard is available only to participants; these are the fields of the codes that
/// acquirers' terminals and gateways show: the merchant's template (28) and the acquirer's own data (88).
final class QrPh {
    private static final String MERCHANT = "ph.ppmi.p2m";
    private static final String SCHEME = "ph.ppmi.qrph";
    private static final Pattern ACCOUNT =
            Pattern.compile("(?<merchant>[A-Za-z0-9-]{1,25})(/(?<credit>[A-Za-z0-9-]{1,25}))?/(?<flags>[0-9]{3})");
    private static final Pattern ACQUIRER = Pattern.compile("[A-Z]{6}[A-Z0-9]{5}");

    private QrPh() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "merchant ID/credit account/flags, or without the second");
        var acquirer = Identifier.acquirer(payee, ACQUIRER, "a BIC of eleven characters");
        return EmvPayload.dynamic()
                .template(
                        "28",
                        new DataObjects()
                                .put("00", MERCHANT)
                                .put("01", acquirer.group())
                                .put("03", account.group("merchant"))
                                .putIfPresent("04", account.group("credit"))
                                .put("05", account.group("flags")))
                .transaction(QrScheme.QRPH, payment)
                .payee(payee)
                .template("62", new DataObjects().put("00", SCHEME).put("05", payment.reference()))
                .template("88", new DataObjects().put("00", SCHEME).put("01", payment.reference()))
                .sealed();
    }
}
