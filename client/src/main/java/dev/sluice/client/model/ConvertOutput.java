package dev.sluice.client.model;

/// Output of a conversion.
public record ConvertOutput(String currency, String type) {}
