package dev.sluice.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/// An account of a stored payee.
public record RecipientBank(
        @JsonProperty("_id") String id,
        String accountName,
        @Nullable String bankName,
        @Nullable String accountNumber,
        @Nullable String paymentCode,
        @Nullable String branchCode,
        String currency,
        String country,
        @Nullable String achNumber,
        @Nullable String fedwireNumber,
        @Nullable String ibanNumber,
        @Nullable String ifsc,
        @Nullable String accountType) {}
