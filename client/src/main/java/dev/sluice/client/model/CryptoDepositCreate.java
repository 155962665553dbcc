package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A deposit of tokens to be asked for. Credited as the same token, unless `outputCurrency` is another.
public record CryptoDepositCreate(
        String inputCurrency,
        BigDecimal inputAmount,
        @Nullable String outputCurrency,
        @Nullable String reference,
        @Nullable String note,
        @Nullable String quoteId) {
    public static CryptoDepositCreate of(String inputCurrency, BigDecimal inputAmount) {
        return new CryptoDepositCreate(inputCurrency, inputAmount, null, null, null, null);
    }

    /// Exchanged for a currency when it comes.
    public CryptoDepositCreate withOutputCurrency(String outputCurrency) {
        return new CryptoDepositCreate(inputCurrency, inputAmount, outputCurrency, reference, note, quoteId);
    }

    /// Sets your own reference for the deposit, unique in your organization.
    public CryptoDepositCreate withReference(String reference) {
        return new CryptoDepositCreate(inputCurrency, inputAmount, outputCurrency, reference, note, quoteId);
    }

    public CryptoDepositCreate withNote(String note) {
        return new CryptoDepositCreate(inputCurrency, inputAmount, outputCurrency, reference, note, quoteId);
    }

    /// Uses the rate of a quote.
    public CryptoDepositCreate withQuote(String quoteId) {
        return new CryptoDepositCreate(inputCurrency, inputAmount, outputCurrency, reference, note, quoteId);
    }
}
