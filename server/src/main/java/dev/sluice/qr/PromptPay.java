package dev.sluice.qr;

import java.util.regex.Pattern;

/// PromptPay bill payment: Thai QR Payment Standard of the Bank of Thailand and the Thai Bankers' Association, tag
/// 30. The biller gets both references back with the payment.
final class PromptPay {
    private static final String BILL_PAYMENT = "A000000677010112";
    private static final Pattern ACCOUNT = Pattern.compile("(?<biller>[0-9]{15})(/(?<second>[A-Z0-9]{1,20}))?");

    private PromptPay() {}

    static String payload(QrPayment payment) {
        var payee = payment.payee();
        var account = Identifier.account(payee, ACCOUNT, "a biller ID of fifteen digits, or that/a second reference");
        Identifier.noAcquirer(QrScheme.PROMPTPAY, payee);
        return EmvPayload.dynamic()
                .template(
                        "30",
                        new DataObjects()
                                .put("00", BILL_PAYMENT)
                                .put("01", account.group("biller"))
                                .put("02", payment.reference())
                                .putIfPresent("03", account.group("second")))
                .transaction(QrScheme.PROMPTPAY, payment)
                .payee(payee)
                .sealed();
    }
}
