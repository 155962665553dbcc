package dev.sluice.http;

/// The methods that routes use.
public enum Method {
    GET,
    POST,
    PATCH,
    DELETE;

    /// Whether a request of this method may change something, so that its key and signature are spent.
    public boolean writes() {
        return this != GET;
    }
}
