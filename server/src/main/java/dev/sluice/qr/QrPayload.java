package dev.sluice.qr;

/// What a QR code says to the payer's app.
public final class QrPayload {
    private QrPayload() {}

    /// The text of the code that asks for a payment.
    ///
    /// @throws IllegalArgumentException where the scheme cannot say it: another currency, an account or acquirer of
    ///     another shape, a name without Latin letters
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
