package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// Instructions for paying in fiat money: an account, the data of a QR code, or the address of an e-wallet's page.
public record PaymentFiat(
        String bankName,
        String bankCode,
        @Nullable String accountName,
        @Nullable String accountNumber,
        @Nullable String accountAddress,
        @Nullable String bankAddress,
        @Nullable String paymentReference,
        @Nullable String qrCode,
        @Nullable String qrData,
        @Nullable String checkoutUrl,
        @Nullable RoutingNumber routingNumber,
        @Nullable IntlCode intlCode) {
    /// Routing codes: `primary` is the country's, such as a sort code, BSB or IFSC, `ach` and `wire` are
    /// the two of the United States.
    public record RoutingNumber(
            @Nullable String primary,
            @Nullable String ach,
            @Nullable String wire) {}

    /// International bank codes.
    public record IntlCode(@Nullable String swift, @Nullable String bic) {}
}
