package dev.sluice.qr;

import java.util.regex.Pattern;

/// DuitNow QR: merchant-presented QR data objects of Payments Network Malaysia (PayNet's developer documentation),
/// whose examples use format `02`. PayNet requires that an acquirer issues every QR ID; it may issue different ones
/// for dynamic codes and for the printed sticker.
final class DuitNow {
    private static final String FORMAT = "02";
    private static final String PAYNET = "A0000006150001";
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9]{1,28}");
    private static final Pattern ACQUIRER = Pattern.compile("[0-9]{6}");

    private DuitNow() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "a QR ID of up to 28 letters and digits");
        var acquirer = Identifier.acquirer(payee, ACQUIRER, "an acquirer ID of six digits");
        return EmvPayload.dynamic(FORMAT)
                .template(
                        "26",
                        new DataObjects()
                                .put("00", PAYNET)
                                .put("01", acquirer.group())
                                .put("02", account.group()))
                .transaction(QrScheme.DUITNOW, payment)
                .payee(payee)
                .template("62", new DataObjects().put("05", payment.reference()))
                .sealed();
    }
}
