package dev.sluice.client.model;

/// Requester of a payout.
public record Initiator(String userId, String name) {}
