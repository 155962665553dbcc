package dev.sluice.http;

/// A JSON document that is already written. It contains no amounts, since a client may request those as strings.
public record RawJson(String text) {}
