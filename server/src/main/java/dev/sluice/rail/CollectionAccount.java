package dev.sluice.rail;

/// Our collection account at a bank, through a rail: its holder's name and address, its number, and the routing codes
/// that a payer's bank requires.
public record CollectionAccount(String name, String number, String address, RoutingNumbers routing) {}
