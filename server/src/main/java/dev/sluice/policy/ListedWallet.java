package dev.sluice.policy;

import java.time.Instant;
import java.util.UUID;

/// A wallet that may be paid, and who said so.
public record ListedWallet(UUID id, Wallet wallet, String label, UUID addedBy, String addedByName, Instant addedAt) {}
