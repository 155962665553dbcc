package dev.sluice.http;

/// Handles the requests of a route. Errors are thrown as exceptions.
@FunctionalInterface
public interface Handler {
    Answer handle(Request request);
}
