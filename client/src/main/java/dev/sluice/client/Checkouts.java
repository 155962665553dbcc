package dev.sluice.client;

import dev.sluice.client.model.Checkout;
import dev.sluice.client.model.CheckoutCreate;

/// Hosted payment pages.
public final class Checkouts {
    private final Calls calls;

    Checkouts(Calls calls) {
        this.calls = calls;
    }

    /// Creates a payment page. The deposit of a payer's choice there is found by the page's id.
    public Checkout create(CheckoutCreate request) {
        return calls.post(Checkout.class, "/v1/checkout", request);
    }
}
