package dev.sluice.http;

/// Authenticated caller of an in-process request: a user at a dashboard page that calls the API. Requests from outside
/// have none.
public interface Principal {}
