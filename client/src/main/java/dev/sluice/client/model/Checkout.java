package dev.sluice.client.model;

/// A hosted payment page: send the customer to `url`. The deposit that a choice there makes has the same id.
public record Checkout(String id, String url) {}
