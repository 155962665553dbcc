package dev.sluice.signin;

/// Client of a request.
///
/// @param address network address
/// @param agent the browser's user agent
public record ClientInfo(String address, String agent) {}
