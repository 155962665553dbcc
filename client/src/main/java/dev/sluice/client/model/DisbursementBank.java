package dev.sluice.client.model;

import dev.sluice.client.model.PaymentFiat.RoutingNumber;
import org.jspecify.annotations.Nullable;

/// The account that a payout goes to, as it was when the payout was created.
public record DisbursementBank(
        String bankName,
        String accountName,
        String accountNumber,
        String bankCode,
        @Nullable RoutingNumber routingNumber,
        @Nullable String accountType,
        @Nullable String bankIdentifierCode,
        String currency,
        @Nullable String country,
        @Nullable String address,
        @Nullable String city,
        @Nullable String province,
        @Nullable String postCode) {}
