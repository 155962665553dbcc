package dev.sluice.client.model;

/// Who asked for a payout.
public record Initiator(String userId, String name) {}
