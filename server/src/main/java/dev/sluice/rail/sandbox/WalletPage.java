package dev.sluice.rail.sandbox;

/// What the page of a test wallet shows.
///
/// @param state what became of the bill, where it is open no more
public record WalletPage(String wallet, String payee, String amount, String until, boolean isOpen, String state) {}
