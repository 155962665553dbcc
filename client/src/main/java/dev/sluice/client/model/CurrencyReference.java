package dev.sluice.client.model;

/// A currency in one country, and its required bank details there.
public record CurrencyReference(
        String id,
        String value,
        String currency,
        String countryCode,
        String logo,
        String name,
        boolean requireBankName,
        boolean requireIfsc,
        boolean requireIban,
        boolean requireAchOrWire,
        boolean requireAccountNumber,
        String country,
        String symbol) {}
