package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Deposit in fiat money to create. Give the paid amount, or the credited one.
public record FiatDepositCreate(
        String inputCurrency,
        @Nullable BigDecimal inputAmount,
        String outputCurrency,
        @Nullable OutputAmount outputAmount,
        String balanceType,
        String paymentMethod,
        @Nullable String reference,
        @Nullable String note,
        @Nullable String quoteId) {

    /// Returns a builder for a deposit that is credited in the currency of its payment. The payment method is the
    /// `bankCode` of one of the deposit's methods.
    public static Builder builder(String inputCurrency, String paymentMethod) {
        return new Builder(inputCurrency, paymentMethod);
    }

    /// Credited amount: one of the two, by the kind of the output's currency.
    public record OutputAmount(
            @Nullable BigDecimal fiat, @Nullable BigDecimal crypto) {}

    /// Builder of the optional fields. Use it in one thread.
    public static final class Builder {
        private static final String FIAT = "fiat";
        private static final String CRYPTO = "crypto";

        private final String inputCurrency;
        private final String paymentMethod;
        private String outputCurrency;
        private String balanceType = FIAT;
        private @Nullable BigDecimal inputAmount;
        private @Nullable BigDecimal outputAmount;
        private @Nullable String reference;
        private @Nullable String note;
        private @Nullable String quoteId;

        private Builder(String inputCurrency, String paymentMethod) {
            this.inputCurrency = inputCurrency;
            this.outputCurrency = inputCurrency;
            this.paymentMethod = paymentMethod;
        }

        /// Sets the amount that the payer pays.
        public Builder inputAmount(BigDecimal inputAmount) {
            this.inputAmount = inputAmount;
            return this;
        }

        /// Sets the credited amount, in the output's currency or token.
        public Builder outputAmount(BigDecimal outputAmount) {
            this.outputAmount = outputAmount;
            return this;
        }

        /// Credited in another currency.
        public Builder outputCurrency(String currency) {
            this.outputCurrency = currency;
            this.balanceType = FIAT;
            return this;
        }

        /// Credited as a token.
        public Builder outputToken(String token) {
            this.outputCurrency = token;
            this.balanceType = CRYPTO;
            return this;
        }

        /// Sets your own reference for the deposit, unique in your organization.
        public Builder reference(String reference) {
            this.reference = reference;
            return this;
        }

        public Builder note(String note) {
            this.note = note;
            return this;
        }

        /// The rate of a quote.
        public Builder quoteId(String quoteId) {
            this.quoteId = quoteId;
            return this;
        }

        public FiatDepositCreate build() {
            var output = outputAmount == null
                    ? null
                    : balanceType.equals(FIAT)
                            ? new OutputAmount(outputAmount, null)
                            : new OutputAmount(null, outputAmount);
            return new FiatDepositCreate(
                    inputCurrency,
                    inputAmount,
                    outputCurrency,
                    output,
                    balanceType,
                    paymentMethod,
                    reference,
                    note,
                    quoteId);
        }
    }
}
