package dev.sluice.rail;

/// The account into which a rail collects for us at a bank: its holder's name and address, its number, and the codes
/// that a payer's bank asks for beside it.
public record CollectionAccount(String name, String number, String address, RoutingNumbers routing) {}
