package dev.sluice.client.model;

/// What is got in a conversion.
public record ConvertOutput(String currency, String type) {}
