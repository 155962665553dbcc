package dev.sluice.http;

/// JSON that is written already, with no amounts in it, since a client may ask to get those as text.
public record RawJson(String text) {}
