package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// Account of a stored payee. The required fields depend on currency and country.
public record BankDetails(
        String accountName,
        @Nullable String currency,
        @Nullable String country,
        @Nullable String bankName,
        @Nullable String accountNumber,
        @Nullable String paymentCode,
        @Nullable String branchCode,
        @Nullable String achNumber,
        @Nullable String fedwireNumber,
        @Nullable String ibanNumber,
        @Nullable String ifsc,
        @Nullable String accountType) {
    /// Returns a builder with the required fields.
    public static Builder builder(String accountName) {
        return new Builder(accountName);
    }

    /// Builder of the optional fields. Use it in one thread.
    public static final class Builder {
        private final String accountName;
        private @Nullable String currency;
        private @Nullable String country;
        private @Nullable String bankName;
        private @Nullable String accountNumber;
        private @Nullable String paymentCode;
        private @Nullable String branchCode;
        private @Nullable String achNumber;
        private @Nullable String fedwireNumber;
        private @Nullable String ibanNumber;
        private @Nullable String ifsc;
        private @Nullable String accountType;

        private Builder(String accountName) {
            this.accountName = accountName;
        }

        public Builder currency(String currency) {
            this.currency = currency;
            return this;
        }

        public Builder country(String country) {
            this.country = country;
            return this;
        }

        public Builder bankName(String bankName) {
            this.bankName = bankName;
            return this;
        }

        public Builder accountNumber(String accountNumber) {
            this.accountNumber = accountNumber;
            return this;
        }

        public Builder paymentCode(String paymentCode) {
            this.paymentCode = paymentCode;
            return this;
        }

        public Builder branchCode(String branchCode) {
            this.branchCode = branchCode;
            return this;
        }

        public Builder achNumber(String achNumber) {
            this.achNumber = achNumber;
            return this;
        }

        public Builder fedwireNumber(String fedwireNumber) {
            this.fedwireNumber = fedwireNumber;
            return this;
        }

        public Builder ibanNumber(String ibanNumber) {
            this.ibanNumber = ibanNumber;
            return this;
        }

        public Builder ifsc(String ifsc) {
            this.ifsc = ifsc;
            return this;
        }

        public Builder accountType(String accountType) {
            this.accountType = accountType;
            return this;
        }

        /// Sets the place of the account: a currency, and a country by ISO 3166 (`ID`).
        public Builder in(String currency, String country) {
            return currency(currency).country(country);
        }

        public BankDetails build() {
            return new BankDetails(
                    accountName,
                    currency,
                    country,
                    bankName,
                    accountNumber,
                    paymentCode,
                    branchCode,
                    achNumber,
                    fedwireNumber,
                    ibanNumber,
                    ifsc,
                    accountType);
        }
    }
}
