package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// Who paid, as far as the bank or the chain tells.
public record PayerInfo(
        @Nullable String transactionCode,
        @Nullable String name,
        @Nullable String bankName,
        @Nullable String accountNumber,
        @Nullable String mid) {}
