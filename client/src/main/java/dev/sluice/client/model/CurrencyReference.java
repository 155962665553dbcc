package dev.sluice.client.model;

/// A currency in one country, and which bank details it needs there.
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
