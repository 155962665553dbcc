package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// Instructions for paying in tokens. On a network with memos, `memo` must come with the payment.
public record PaymentCrypto(
        @Nullable String payoutWallet,
        @Nullable String network,
        @Nullable String memo) {}
