package dev.sluice.http;

/// What a route does: one request in, one answer out. What is refused is thrown.
@FunctionalInterface
public interface Handler {
    Answer handle(Request request);
}
