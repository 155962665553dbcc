package dev.sluice.client.model;

import org.jspecify.annotations.Nullable;

/// Payee to store, or changes of a stored one. In a change, omitted fields stay as they are.
public record RecipientDetails(
        String name,
        String email,
        String address,
        String city,
        String postCode,
        @Nullable String recipientType,
        @Nullable String organizationId,
        @Nullable String reference,
        BankDetails bank) {
    /// Returns a builder with the required fields.
    public static Builder builder(
            String name, String email, String address, String city, String postCode, BankDetails bank) {
        return new Builder(name, email, address, city, postCode, bank);
    }

    /// Builder of the optional fields. Use it in one thread.
    public static final class Builder {
        private final String name;
        private final String email;
        private final String address;
        private final String city;
        private final String postCode;
        private final BankDetails bank;
        private @Nullable String recipientType;
        private @Nullable String organizationId;
        private @Nullable String reference;

        private Builder(String name, String email, String address, String city, String postCode, BankDetails bank) {
            this.name = name;
            this.email = email;
            this.address = address;
            this.city = city;
            this.postCode = postCode;
            this.bank = bank;
        }

        public Builder recipientType(String recipientType) {
            this.recipientType = recipientType;
            return this;
        }

        public Builder organizationId(String organizationId) {
            this.organizationId = organizationId;
            return this;
        }

        public Builder reference(String reference) {
            this.reference = reference;
            return this;
        }

        public RecipientDetails build() {
            return new RecipientDetails(
                    name, email, address, city, postCode, recipientType, organizationId, reference, bank);
        }
    }
}
