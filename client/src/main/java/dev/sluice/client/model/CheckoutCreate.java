package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Payment page to create. Give the paid amount, or the credited one.
public record CheckoutCreate(
        String inputCurrency,
        @Nullable BigDecimal inputAmount,
        @Nullable BigDecimal outputAmount,
        @Nullable String outputCurrency,
        @Nullable String reference,
        @Nullable String note,
        @Nullable String successUrl,
        @Nullable String cancelUrl,
        @Nullable String customerName,
        @Nullable String locale) {
    /// Returns a builder with the required fields.
    public static Builder builder(String inputCurrency) {
        return new Builder(inputCurrency);
    }

    /// Builder of the optional fields. Use it in one thread.
    public static final class Builder {
        private final String inputCurrency;
        private @Nullable BigDecimal inputAmount;
        private @Nullable BigDecimal outputAmount;
        private @Nullable String outputCurrency;
        private @Nullable String reference;
        private @Nullable String note;
        private @Nullable String successUrl;
        private @Nullable String cancelUrl;
        private @Nullable String customerName;
        private @Nullable String locale;

        private Builder(String inputCurrency) {
            this.inputCurrency = inputCurrency;
        }

        public Builder inputAmount(BigDecimal inputAmount) {
            this.inputAmount = inputAmount;
            return this;
        }

        public Builder outputAmount(BigDecimal outputAmount) {
            this.outputAmount = outputAmount;
            return this;
        }

        public Builder outputCurrency(String outputCurrency) {
            this.outputCurrency = outputCurrency;
            return this;
        }

        public Builder reference(String reference) {
            this.reference = reference;
            return this;
        }

        public Builder note(String note) {
            this.note = note;
            return this;
        }

        public Builder successUrl(String successUrl) {
            this.successUrl = successUrl;
            return this;
        }

        public Builder cancelUrl(String cancelUrl) {
            this.cancelUrl = cancelUrl;
            return this;
        }

        public Builder customerName(String customerName) {
            this.customerName = customerName;
            return this;
        }

        public Builder locale(String locale) {
            this.locale = locale;
            return this;
        }

        public CheckoutCreate build() {
            return new CheckoutCreate(
                    inputCurrency,
                    inputAmount,
                    outputAmount,
                    outputCurrency,
                    reference,
                    note,
                    successUrl,
                    cancelUrl,
                    customerName,
                    locale);
        }
    }
}
