package dev.sluice.qr;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/// PayNow Corporate: PayNow QR specification of the Association of Banks in Singapore, a scheme of SGQR. The amount
/// cannot be edited. The code is valid through the day, in Singapore, on which the payment expires: all banks' apps
/// support a date, but not a time.
final class PayNow {
    private static final String SCHEME = "SG.PAYNOW";
    private static final String UEN = "2";
    private static final String NOT_EDITABLE = "0";
    private static final ZoneOffset SINGAPORE = ZoneOffset.ofHours(8);
    private static final Pattern ACCOUNT =
            Pattern.compile("([0-9]{8}[A-Z]|[0-9]{9}[A-Z]|[RST][0-9]{2}[A-Z]{2}[0-9]{4}[A-Z])([A-Z0-9]{3})?");

    private PayNow() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "a UEN, or that and its suffix of three");
        Identifier.noAcquirer(QrScheme.PAYNOW, payee);
        var lastDay = LocalDate.ofInstant(payment.expiresAt(), SINGAPORE);
        return EmvPayload.dynamic()
                .template(
                        "26",
                        new DataObjects()
                                .put("00", SCHEME)
                                .put("01", UEN)
                                .put("02", account.group())
                                .put("03", NOT_EDITABLE)
                                .put("04", DateTimeFormatter.BASIC_ISO_DATE.format(lastDay)))
                .transaction(QrScheme.PAYNOW, payment)
                .payee(payee)
                .template("62", new DataObjects().put("01", payment.reference()))
                .sealed();
    }
}
