package dev.sluice.rail.sandbox;

import dev.sluice.page.Texts;
import dev.sluice.page.TimeInText;

/// What the page of a test wallet shows.
///
/// @param until how long the bill is open
/// @param state what became of the bill, where it is open no more
public record WalletPage(
        Texts texts, String wallet, String payee, String amount, TimeInText until, boolean isOpen, String state) {}
