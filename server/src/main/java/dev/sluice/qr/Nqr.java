package dev.sluice.qr;

import java.util.regex.Pattern;

/// NQR of the Nigeria Inter-Bank Settlement System, based on the EMVCo format by the Central Bank's Framework for QR
/// Code Payments (2021). NIBSS gives its specification only to institutions; these are the fields of the fixed codes
/// that it issues: the merchant among institutions (15) and the sub-merchant (26). A dynamic code also contains the
/// order number that NIBSS assigns on registration, so no other party can create one.
final class Nqr {
    private static final String SCHEME = "NG.COM.NIBSSPLC.QR";
    private static final int INSTITUTION_LENGTH = 8;
    private static final int MERCHANT_LENGTH = 15;
    private static final Pattern ACCOUNT = Pattern.compile("(?<merchant>M[0-9]{10})/(?<sub>S[0-9]{10})");
    private static final Pattern ACQUIRER = Pattern.compile("(?<acquiring>[0-9]{6,8})(/(?<forwarding>[0-9]{6,8}))?");

    private Nqr() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "merchant number/sub-merchant number");
        var acquirer = Identifier.acquirer(payee, ACQUIRER, "an institution's number, or that/the forwarding one's");
        var forwarding = acquirer.group("forwarding");
        var acquiring = acquirer.group("acquiring");
        return EmvPayload.fixed()
                .put(
                        "15",
                        padded(acquiring, INSTITUTION_LENGTH)
                                + padded(forwarding == null ? acquiring : forwarding, INSTITUTION_LENGTH)
                                + padded(account.group("merchant"), MERCHANT_LENGTH))
                .template("26", new DataObjects().put("00", SCHEME).put("01", account.group("sub")))
                .transaction(QrScheme.NQR, payment)
                .payee(payee)
                .template("62", new DataObjects().put("05", payment.reference()))
                .sealed();
    }

    private static String padded(String number, int length) {
        return "*".repeat(length - number.length()) + number;
    }
}
