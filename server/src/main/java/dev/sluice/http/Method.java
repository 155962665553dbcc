package dev.sluice.http;

/// HTTP methods of the routes.
public enum Method {
    GET,
    POST,
    PATCH,
    DELETE;

    /// Returns true if the method may change something, so that it uses up the idempotency key and the signature.
    public boolean writes() {
        return this != GET;
    }
}
