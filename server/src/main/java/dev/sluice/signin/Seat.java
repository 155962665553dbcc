package dev.sluice.signin;

/// Where somebody sits.
///
/// @param address of the network
/// @param agent what their browser says of itself
public record Seat(String address, String agent) {}
