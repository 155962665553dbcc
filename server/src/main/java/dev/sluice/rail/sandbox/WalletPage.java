package dev.sluice.rail.sandbox;

import dev.sluice.page.Texts;
import dev.sluice.page.TimeInText;

/// Model of the page of a test wallet.
///
/// @param until expiry of the invoice
/// @param state status of an invoice that is no longer open
public record WalletPage(
        Texts texts, String wallet, String payee, String amount, TimeInText until, boolean isOpen, String state) {}
