package dev.sluice.qr;

import java.util.regex.Pattern;

/// VietQR, the transfer to an account: Technical Specifications on NAPAS QR Switching 1.5.2, part IV. Merchant
/// category, name and city are optional there but mandatory for EMVCo, so they are included. The payer's app shows
/// the name from the bank's answer.
final class VietQr {
    private static final String NAPAS = "A000000727";
    private static final String TO_ACCOUNT = "QRIBFTTA";
    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9]{1,19}");
    private static final Pattern ACQUIRER = Pattern.compile("[0-9]{6}");

    private VietQr() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "an account number of up to nineteen letters and digits");
        var acquirer = Identifier.acquirer(payee, ACQUIRER, "a bank's BIN of six digits");
        return EmvPayload.dynamic()
                .template(
                        "38",
                        new DataObjects()
                                .put("00", NAPAS)
                                .template(
                                        "01",
                                        new DataObjects()
                                                .put("00", acquirer.group())
                                                .put("01", account.group()))
                                .put("02", TO_ACCOUNT))
                .transaction(QrScheme.VIETQR, payment)
                .payee(payee)
                .template("62", new DataObjects().put("08", payment.reference()))
                .sealed();
    }
}
