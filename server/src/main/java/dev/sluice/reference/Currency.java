package dev.sluice.reference;

import dev.sluice.money.Asset;

/// A fiat currency. Codes and exponent are those of ISO 4217, `country` is ISO 3166-1 alpha-2 (`EU` for the euro).
public record Currency(
        String code,
        String numericCode,
        int exponent,
        String name,
        String symbol,
        String country,
        String countryName,
        Required required) {

    public Asset asset() {
        return Asset.fiat(code, exponent);
    }

    /// Bank details that are required of a payee in a currency.
    public record Required(boolean bankName, boolean ifsc, boolean iban, boolean achOrWire, boolean accountNumber) {}
}
