package dev.sluice.qr;

/// Content of QR codes for payers' apps.
public final class QrPayload {
    private QrPayload() {}

    /// Returns the text of the code that requests a payment.
    ///
    /// @throws IllegalArgumentException if the scheme cannot express it: another currency, a malformed account or
    ///     acquirer, a name without Latin letters
    public static String of(QrScheme scheme, QrPayment payment) {
        return switch (scheme) {
            case QRIS -> Qris.payload(payment);
            case QRPH -> QrPh.payload(payment);
            case VIETQR -> VietQr.payload(payment);
            case PROMPTPAY -> PromptPay.payload(payment);
            case DUITNOW -> DuitNow.payload(payment);
            case PAYNOW -> PayNow.payload(payment);
            case UPI -> UpiLink.payload(payment);
            case PIX -> Pix.payload(payment);
            case NQR -> Nqr.payload(payment);
            case JPQR -> Jpqr.payload(payment);
        };
    }
}
