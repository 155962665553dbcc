package dev.sluice.client.model;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A payment page to be made. Give the amount that is paid, or the one that is credited.
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
    /// A builder with what is required.
    public static Builder builder(String inputCurrency) {
        return new Builder(inputCurrency);
    }

    /// Sets what is optional. A builder is for one thread.
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
