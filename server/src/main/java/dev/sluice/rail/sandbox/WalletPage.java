package dev.sluice.rail.sandbox;

/// What the page of a test wallet shows.
///
/// @param until when the bill's time is over, in UTC
/// @param expiresAt the same in ISO 8601, for the clock of who reads it
/// @param state what became of the bill, where it is open no more
public record WalletPage(
        String wallet, String payee, String amount, String until, String expiresAt, boolean isOpen, String state) {}
