package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// The payer, as far as the bank or the chain reports it.
public record PayerInfo(
        @Nullable String transactionCode,
        @Nullable String name,
        @Nullable String bankName,
        @Nullable String accountNumber,
        @Nullable String mid) {}
